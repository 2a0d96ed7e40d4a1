#!/bin/bash
# The image of PostgreSQL runs this once, when it has made the database: lets the replica follow.
set -euo pipefail

psql --set ON_ERROR_STOP=1 --set "password=$(cat "$REPLICATION_PASSWORD_FILE")" \
  --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE replication WITH REPLICATION LOGIN PASSWORD :'password';
SELECT pg_create_physical_replication_slot('replica');
SQL
echo 'host replication replication all scram-sha-256' >> "$PGDATA/pg_hba.conf"
