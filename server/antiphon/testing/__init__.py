"""The public test kit: a caller in virtual time, a headless caller over WebRTC, the scripted providers."""
