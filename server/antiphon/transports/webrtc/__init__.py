"""The only room that knows aiortc: it answers an offer and carries a call.

`offer_guard` checks an offer and `peer` answers it. `receive` and `send` are the media: `inbound` turns a packet into
audio (`rtp`, `jitter`, `opus`, `g711`, `timeline`), `ticker` sets the pace of sending and `opus_speech` makes packets.
`channel` carries the messages, `addresses` chooses where ICE listens, `hardening` and `sctp_guard` mend what stock
aiortc lacks, and `peers` keeps all connections of a server.
"""
