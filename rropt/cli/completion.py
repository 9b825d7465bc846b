"""`rropt --completion SHELL`: a completion script for bash, zsh or fish, made from the parsers.

Use: rropt --completion bash > ~/.local/share/bash-completion/completions/rropt
     rropt --completion zsh > a file sourced by ~/.zshrc
     rropt --completion fish > ~/.config/fish/completions/rropt.fish
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from itertools import chain

from rropt.cli.options import written
from rropt.cli.table import rows_of
from rropt.exact import one_of

Options = Mapping[str, list[str]]

BASH = """\
_rropt() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" names="" options=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    names="{verbs}"
    options="--help --version --completion"
  else
    case "${{COMP_WORDS[1]}}" in
{cases}
    esac
  fi
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "$names" -- "$word") $(compgen -f -- "$word")) ;;
  esac
}}
complete -o filenames -F _rropt rropt
"""


def completion(shell: str, verbs: Mapping[str, str]) -> str:
    """The script for a shell."""
    script = SHELLS[one_of(shell, SHELLS, "--completion")]
    return script(verbs, {verb: words_of(verb) for verb in verbs})


def words_of(verb: str) -> list[str]:
    """The options of a verb, and the words that its first argument may be."""
    rows = rows_of(verb, import_module(f"rropt.cli.{verb}")).values()
    options = {written(row.name) for row in chain.from_iterable(rows) if not row.place}
    return [*_names(verb), *sorted({*options, "--help"} - {"-o"})]


def _names(verb: str) -> list[str]:
    """Objectives, devices and figures by name."""
    if verb == "design":
        from rropt.utility.named import OBJECTIVES

        return list(OBJECTIVES)
    if verb == "device":
        from rropt.devices.catalogue import catalogue

        return list(catalogue())
    if verb == "figure":
        from rropt.figures import figures

        return list(figures())
    return []


def _bash(verbs: Mapping[str, str], options: Options) -> str:
    cases = [_case(verb, words) for verb, words in options.items()]
    return BASH.format(verbs=" ".join(verbs), cases="\n".join(cases))


def _case(verb: str, words: list[str]) -> str:
    """What may follow a verb: names, which may hold hyphens, apart from options."""
    names = " ".join(word for word in words if not word.startswith("--"))
    options = " ".join(word for word in words if word.startswith("--"))
    return f'      {verb}) names="{names}"; options="{options}" ;;'


def _zsh(verbs: Mapping[str, str], options: Options) -> str:
    # zsh reads bash's completions once it is told to.
    return "autoload -U +X bashcompinit && bashcompinit\n" + _bash(verbs, options)


def _fish(verbs: Mapping[str, str], options: Options) -> str:
    lines = ["complete -c rropt -n __fish_use_subcommand -l version -l help -l completion"]
    for verb, words in options.items():
        said = verbs[verb].replace("'", "\\'")
        lines.append(f"complete -c rropt -n __fish_use_subcommand -a {verb} -d '{said}'")
        seen = f"'__fish_seen_subcommand_from {verb}'"
        long = " ".join(f"-l {word[2:]}" for word in words if word.startswith("--"))
        plain = " ".join(word for word in words if not word.startswith("--"))
        lines.append(f"complete -c rropt -n {seen} {long}")
        lines += [f"complete -c rropt -n {seen} -a '{plain}'"] if plain else []
    return "\n".join(lines) + "\n"


SHELLS: dict[str, Callable[[Mapping[str, str], Options], str]] = {
    "bash": _bash,
    "zsh": _zsh,
    "fish": _fish,
}
