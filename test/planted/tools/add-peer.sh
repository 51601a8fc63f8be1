#!/bin/sh
# Connects the root (198.18.0.1 at eth0) to a peer, which is also 93.184.20.99, an address far away.
set -e
ip netns add peer
ip link add eth0 type veth peer name eth0 netns peer
ip addr add 198.18.0.1/24 dev eth0
ip link set eth0 up
ip -n peer link set lo up
ip -n peer link set eth0 up
ip -n peer addr add 198.18.0.2/24 dev eth0
ip -n peer addr add 93.184.20.99/32 dev lo
ip route add default via 198.18.0.2
