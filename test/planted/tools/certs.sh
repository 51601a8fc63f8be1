# Functions to make certificates and to present them; to be sourced.
mkdir -p /etc/nginx/tls
ec='ec -pkeyopt ec_paramgen_curve:prime256v1'

# self PATH [option of openssl req]…: a certificate signed with its own key, beside the key.
self() {
  file=$1
  shift
  mkdir -p "$(dirname "$file")"
  openssl req -x509 -newkey $ec -nodes -keyout "${file%.*}.key" -out "$file" -days 400 \
    -subj "/CN=$(basename "${file%.*}")" "$@" 2> /dev/null
}

# issued PATH DAYS [algorithm [option of openssl x509]…]: a certificate of the authority /root/ca.crt.
issued() {
  path=$1 days=$2 algorithm=${3:-$ec}
  shift 2
  [ $# -eq 0 ] || shift
  [ -f /root/ca.crt ] || self /root/ca.crt -addext keyUsage=keyCertSign
  mkdir -p "$(dirname "$path")"
  openssl req -new -newkey $algorithm -nodes -keyout "${path%.*}.key" -out /root/request \
    -subj "/CN=$(basename "${path%.*}")" 2> /dev/null
  openssl x509 -req -in /root/request -CA /root/ca.crt -CAkey /root/ca.key -days "$days" \
    -out "$path" "$@" 2> /dev/null
}

# present PATH [setting of nginx]…: a site of nginx with this certificate.
present() {
  file=$1
  shift
  printf 'server {\n  listen 443 ssl;\n  ssl_certificate %s;\n  ssl_certificate_key %s;\n' "$file" "${file%.*}.key" \
    > /etc/nginx/sites-enabled/default
  for setting in "$@"; do echo "  $setting;" >> /etc/nginx/sites-enabled/default; done
  echo '}' >> /etc/nginx/sites-enabled/default
}

# presented: the certificate that a client of nginx or Redis gets, as PEM; nothing without one.
presented() {
  pgrep -x nginx > /dev/null || nginx
  nginx -s reload
  if [ -f /etc/redis/tls.conf ] && ! pgrep redis-server > /dev/null; then
    redis-server /etc/redis/tls.conf --daemonize yes > /dev/null
  fi
  for port in 443 6380; do
    timeout 10 openssl s_client -connect "127.0.0.1:$port" < /dev/null 2> /dev/null | openssl x509 2> /dev/null && return
  done
}
