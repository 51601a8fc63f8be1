# send.py redirect: tells 198.18.0.1 to reach 10.1.2.3 by 198.18.0.3 (ICMP redirect, RFC 792).
# send.py source-route: sends a datagram to its port 7007 by a source route (RFC 791, LSRR).
import socket
import struct
import sys


def checksum(data):
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    total = (total >> 16) + (total & 0xFFFF)
    return ~(total + (total >> 16)) & 0xFFFF


address = socket.inet_aton
if sys.argv[1] == "redirect":
    inner = struct.pack("!BBHHHBBH", 0x45, 0, 28, 1, 0, 64, 1, 0) + address("198.18.0.1") + address("10.1.2.3")
    inner += struct.pack("!BBHHH", 0, 0, 0xFFFF, 0, 0)
    body = address("198.18.0.3") + inner
    total = checksum(b"\x05\x01\x00\x00" + body)
    raw = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
    raw.bind(("198.18.0.2", 0))
    raw.sendto(b"\x05\x01" + struct.pack("!H", total) + body, ("198.18.0.1", 0))
else:
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.bind(("198.18.0.2", 0))
    udp.setsockopt(socket.IPPROTO_IP, socket.IP_OPTIONS, b"\x01\x83\x07\x04" + address("198.18.0.1"))
    udp.sendto(b"routed", ("198.18.0.1", 7007))
