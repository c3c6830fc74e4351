#!/usr/bin/env bash
# openapi-fetch 0.17.0 (openapi-typescript-helpers 0.1.0): a required member of an answer whose schema is `{ "type": "null" }` is not in the
# type of the answer, though the generated types have it. `Readable` leaves out members that are written only, and asks
# `NonNullable<T[K]> extends $Write`, which is true of null: `never` extends everything. Whoever has an envelope `{ code, data }` whose data is
# null for some calls cannot hand its answers to one function. `Writable` asks the same of bodies.
#
# Output seen:
#   generated: data: null;
#   try.ts(5,28): error TS2339: Property 'data' does not exist on type '{ code: number; }'.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm pkg set type=module > /dev/null
npm install --silent --no-audit --no-fund openapi-fetch@0.17.0 openapi-typescript@7.13.0 typescript@5.9.3
cat > document.json << 'JSON'
{
  "openapi": "3.1.0",
  "info": { "title": "Null", "version": "1" },
  "paths": { "/done": { "post": { "responses": { "200": { "description": "Done", "content": { "application/json": { "schema": {
    "type": "object", "required": ["code", "data"], "properties": { "code": { "type": "number" }, "data": { "type": "null" } }
  } } } } } } } }
}
JSON
npx openapi-typescript document.json -o document.d.ts > /dev/null 2>&1
cat > try.ts << 'TS'
import createClient from 'openapi-fetch'
import type { paths } from './document.js'
const { data } = await createClient<paths>({ baseUrl: 'http://127.0.0.1' }).POST('/done')
const code: number = data!.code
const nothing: null = data!.data
export { code, nothing }
TS
{
  echo "generated: $(grep -o 'data: null;' document.d.ts)"
  npx tsc --noEmit --strict --module nodenext --target es2022 try.ts || true
} | tee seen
diff seen - << 'EXPECTED'
generated: data: null;
try.ts(5,29): error TS2339: Property 'data' does not exist on type '{ code: number; }'.
EXPECTED
