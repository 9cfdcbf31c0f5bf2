#!/bin/sh
# make-certificates.sh FOLDER [NATS-NAME…]: an authority of the exchange's own, and a certificate for each NATS server and for
# each role, by which NATS knows who may say what (nats.conf). Keep ca.key away from all of these machines. Existing files
# stay: run it again before the year is over, after deleting what is to be renewed.
set -eu
folder=${1:?FOLDER}
shift
days=397
mkdir -p "$folder"
cd "$folder"
# Containers run as others, who must read their own key; nobody else enters the folder.
chmod 0700 .
umask 022

authority() {
  [ -e ca.key ] && return
  openssl ecparam -name prime256v1 -genkey -noout -out ca.key
  chmod 0600 ca.key
  openssl req -x509 -new -key ca.key -sha256 -days 3650 -subj '/CN=Tallystick internal' -out ca.crt
}

# certificate NAME: valid for the DNS name, to serve and to be a client.
certificate() {
  [ -e "$1.crt" ] && return
  openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"
  chmod 0644 "$1.key"
  printf 'subjectAltName=DNS:%s\nextendedKeyUsage=serverAuth,clientAuth\n' "$2" > "$1.ext"
  openssl req -new -key "$1.key" -subj "/CN=$2" |
    openssl x509 -req -CA ca.crt -CAkey ca.key -CAcreateserial -sha256 -days "$days" -extfile "$1.ext" -out "$1.crt"
  rm "$1.ext"
}

authority
for role in core gateway feed worker; do certificate "$role" "$role.tallystick.internal"; done
for name in "$@"; do certificate "$name" "$name"; done
