"""A proof kernel reads what we store: Coq checks the certificates and the general lemmas.

`theories/` holds what is written by hand; `lemmas.json` maps a general lemma of the catalogue to
its theorem, `kinds.json` a kind of certificate to the theorem that makes it a proof. The files of
the certificates are written from `proofs/store` when they are checked. `python -m proofs.kernel`
checks everything.
"""
