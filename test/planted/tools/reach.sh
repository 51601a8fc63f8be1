#!/bin/sh
# reach.sh PORT [udp]: exit 0 if the peer's distant address gets an answer from the port, else 1.
port=$1
protocol=${2:-tcp}
if [ "$protocol" = udp ]; then
  setsid socat "UDP4-RECVFROM:$port,fork" EXEC:cat > /dev/null 2>&1 < /dev/null &
  option=-uln
else
  setsid socat "TCP4-LISTEN:$port,fork,reuseaddr" EXEC:cat > /dev/null 2>&1 < /dev/null &
  option=-tln
fi
timeout 5 sh -c "until ss $option | grep -q :$port; do sleep 0.02; done" || exit 2
if [ "$protocol" = udp ]; then
  answer=$(echo hello | ip netns exec peer socat -T 0.5 - "UDP4:198.18.0.1:$port,bind=93.184.20.99")
  [ "$answer" = hello ]
else
  ip netns exec peer nc -z -w 1 -s 93.184.20.99 198.18.0.1 "$port"
fi
