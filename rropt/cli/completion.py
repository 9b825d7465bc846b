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

Words = Mapping[str, tuple[str, str]]
"""Of each verb the names that its first argument may be, and its options."""

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
    return script(verbs, {verb: (_names(verb), " ".join(options_of(verb))) for verb in verbs})


def options_of(verb: str) -> list[str]:
    """What begins with two dashes, as it is typed."""
    rows = rows_of(verb, import_module(f"rropt.cli.{verb}")).values()
    options = {written(row.name) for row in chain.from_iterable(rows) if not row.place}
    return sorted({*options, "--help"} - {"-o"})


def _names(verb: str) -> str:
    """Objectives, devices and figures by name, where the first argument is one."""
    if verb == "design":
        from rropt.utility.named import OBJECTIVES

        return " ".join(OBJECTIVES)
    if verb == "device":
        from rropt.devices.catalogue import catalogue

        return " ".join(catalogue())
    if verb == "figure":
        from rropt.figures import figures

        return " ".join(figures())
    return ""


def _bash(verbs: Mapping[str, str], words: Words) -> str:
    cases = [
        f'      {verb}) names="{names}"; options="{options}" ;;'
        for verb, (names, options) in words.items()
    ]
    return BASH.format(verbs=" ".join(verbs), cases="\n".join(cases))


def _zsh(verbs: Mapping[str, str], words: Words) -> str:
    # zsh reads bash's completions once it is told to.
    return "autoload -U +X bashcompinit && bashcompinit\n" + _bash(verbs, words)


def _fish(verbs: Mapping[str, str], words: Words) -> str:
    lines = ["complete -c rropt -n __fish_use_subcommand -l version -l help -l completion"]
    for verb, (names, options) in words.items():
        said = verbs[verb].replace("'", "\\'")
        lines.append(f"complete -c rropt -n __fish_use_subcommand -a {verb} -d '{said}'")
        seen = f"'__fish_seen_subcommand_from {verb}'"
        lines.append(f"complete -c rropt -n {seen} {options.replace('--', '-l ')}")
        lines += [f"complete -c rropt -n {seen} -a '{names}'"] if names else []
    return "\n".join(lines) + "\n"


SHELLS: dict[str, Callable[[Mapping[str, str], Words], str]] = {
    "bash": _bash,
    "zsh": _zsh,
    "fish": _fish,
}
