#!/bin/sh
# make-certificates.sh [-d DATABASE-NAME]… FOLDER [NATS-NAME…]: an authority of the exchange's own, and a certificate for each
# NATS server and for each role, by which NATS knows who may say what (nats.conf); another authority for the routes between
# NATS servers alone, and another for databases, so that nobody else can pass for one (patroni.yaml). Keep ca.key,
# routes-ca.key and database-ca.key away from all of these machines. Existing files stay: run it again before the year is
# over, after deleting what is to be renewed.
set -eu
databases=
while getopts d: option; do
  case $option in
    d) databases="$databases $OPTARG" ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
folder=${1:?FOLDER}
shift
days=397
mkdir -p "$folder"
cd "$folder"
# Containers run as others, who must read their own key; nobody else enters the folder.
chmod 0700 .
umask 022

# authority FILE NAME
authority() {
  [ -e "$1.key" ] && return
  openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"
  chmod 0600 "$1.key"
  openssl req -x509 -new -key "$1.key" -sha256 -days 3650 -subj "/CN=$2" -out "$1.crt"
}

# certificate FILE NAME AUTHORITY: valid for the DNS name, to serve and to be a client.
certificate() {
  [ -e "$1.crt" ] && return
  openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"
  chmod 0644 "$1.key"
  printf 'subjectAltName=DNS:%s\nextendedKeyUsage=serverAuth,clientAuth\n' "$2" > "$1.ext"
  openssl req -new -key "$1.key" -subj "/CN=$2" |
    openssl x509 -req -CA "$3.crt" -CAkey "$3.key" -CAcreateserial -sha256 -days "$days" -extfile "$1.ext" -out "$1.crt"
  rm "$1.ext"
}

authority ca 'Tallystick internal'
authority routes-ca 'Tallystick NATS routes'
authority database-ca 'Tallystick database'
for role in core gateway feed worker; do certificate "$role" "$role.tallystick.internal" ca; done
for name in "$@"; do
  certificate "$name" "$name" ca
  certificate "$name-routes" "$name" routes-ca
done
for name in $databases; do certificate "$name" "$name" database-ca; done
