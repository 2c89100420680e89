"""Clients of an HTTP server that go before they are answered."""

import socket
import struct


def send_and_go(port, path, body, share):
    """Sends so much of a request (1: all of it), and ends the connection at once."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # closed with a reset, not in order
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        request = head.encode() + body
        s.sendall(request[: max(1, int(len(request) * share))])
