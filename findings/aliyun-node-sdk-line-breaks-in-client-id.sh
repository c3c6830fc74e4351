#!/usr/bin/env bash
# aliyun-iot-device-sdk 1.0.1 for Node, the older one, has a line break and eight blanks before each parameter but the first of its MQTT client id.
# A server that splits the parameters at the comma and compares their names finds no `signmethod` and no `timestamp`, and one that
# checks the signature over what it found refuses the device; the blanks belong to no signed text. MQTT allows control characters in
# a client id to be refused.
#
# Output seen:
#   a1Oven&OV1_aliyun-iot-device-sdk-js|securemode=3,\n        signmethod=hmacsha1,\n        timestamp=…|
#   names of parameters, split at the comma: "securemode" "\n        signmethod" "\n        timestamp"
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund aliyun-iot-device-sdk@1.0.1 aedes@1.2.0
cat > try.mjs << 'JS'
import { once } from 'node:events'
import net from 'node:net'
import { Aedes } from 'aedes'
import sdk from 'aliyun-iot-device-sdk'

const broker = await Aedes.createBroker()
const server = net.createServer((socket) => broker.handle(socket))
await once(server.listen(0, '127.0.0.1'), 'listening')
const connected = once(broker, 'client')
sdk.device({
  productKey: 'a1Oven',
  deviceName: 'OV1',
  deviceSecret: '0123456789abcdef0123456789abcdef',
  brokerUrl: `mqtt://127.0.0.1:${server.address().port}`,
})
const [{ id }] = await connected
console.log(JSON.stringify(id).slice(1, -1).replace(/timestamp=\d+/, 'timestamp=…'))
const [, parameters] = id.split('|')
const names = parameters.split(',').map((parameter) => JSON.stringify(parameter.split('=')[0]))
console.log('names of parameters, split at the comma:', ...names)
process.exit(0)
JS
node try.mjs | tee seen
diff seen - << 'EXPECTED'
a1Oven&OV1_aliyun-iot-device-sdk-js|securemode=3,\n        signmethod=hmacsha1,\n        timestamp=…|
names of parameters, split at the comma: "securemode" "\n        signmethod" "\n        timestamp"
EXPECTED
