#!/bin/sh
# Ludoteka on a bare Debian machine: sudo sh deploy/install.sh [WHAT]
# WHAT is what pip installs, "ludoteka[server]" unless given; "." takes this checkout.
# Run it again to update: it makes a backup first and does not touch /etc/ludoteka.env.
# ROOT=/some/folder installs below that folder and starts nothing, to look at what would happen.
set -eu
what=${1:-ludoteka[server]}
[ "$what" = . ] && what="$(pwd)[server]"
root=${ROOT:-}
here=$(dirname "$0")

if [ -z "$root" ]; then
    apt-get install --yes python3-venv
    id ludoteka >/dev/null 2>&1 || useradd --system --home-dir /var/lib/ludoteka --shell /usr/sbin/nologin ludoteka
fi
mkdir -p "$root/opt" "$root/etc/systemd/system"
[ -x "$root/opt/ludoteka/bin/python" ] || python3 -m venv "$root/opt/ludoteka"
if [ -z "$root" ] && systemctl is-active --quiet ludoteka; then
    systemctl start ludoteka-backup.service
fi
"$root/opt/ludoteka/bin/python" -m pip install --quiet --upgrade "$what"

if [ ! -e "$root/etc/ludoteka.env" ]; then
    umask 077
    secret=$("$root/opt/ludoteka/bin/python" -c "import secrets; print(secrets.token_hex(32))")
    cat >"$root/etc/ludoteka.env" <<END
LUDOTEKA_DATABASE=/var/lib/ludoteka/ludoteka.db
LUDOTEKA_SECRET=$secret
# LUDOTEKA_PUBLIC_URL=https://play.example.org
END
    umask 022
fi
# the command as the server runs it, with its user and its settings: sudo ludoteka admin doctor
as="runuser -u ludoteka --"
[ -z "$root" ] || as=
mkdir -p "$root/usr/local/bin"
cat >"$root/usr/local/bin/ludoteka" <<END
#!/bin/sh
while IFS= read -r line; do
    case \$line in LUDOTEKA_*=*) export "\$line" ;; esac
done <"$root/etc/ludoteka.env"
exec $as "$root/opt/ludoteka/bin/ludoteka" "\$@"
END
chmod 755 "$root/usr/local/bin/ludoteka"
cp "$here/ludoteka.service" "$here/ludoteka-backup.service" "$here/ludoteka-backup.timer" "$root/etc/systemd/system/"

if [ -z "$root" ]; then
    systemctl daemon-reload
    systemctl enable --now ludoteka.service ludoteka-backup.timer
    systemctl restart ludoteka.service
fi
echo "Installed. Settings: /etc/ludoteka.env. Next: a proxy (deploy/Caddyfile or deploy/nginx.conf) and 'sudo ludoteka admin doctor'."
