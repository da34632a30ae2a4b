"""A local network: who this machine is in it, a certificate authority of its own, pairing, QR codes (S19)."""
