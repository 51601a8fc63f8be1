-- Programs that print the files that their caller names.
SELECT value AS name FROM json_each('["' || replace('cat tac nl head tail rev cut sort uniq paste column fold fmt pr expand '
  || 'unexpand grep egrep fgrep zgrep zcat bzcat xzcat zstdcat od xxd hexdump hd strings base64 base32 basenc iconv diff sdiff '
  || 'comm cmp join look jq yq csplit split shuf wc file date bat batcat gzip bzip2 xz zstd', ' ', '","') || '"]')
