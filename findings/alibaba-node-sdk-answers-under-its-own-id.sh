#!/usr/bin/env bash
# alibabacloud-iot-device-sdk 1.2.8 for Node answers an asynchronous service call under a number of its own, counted from 1, instead of the id of
# the call, and answers a property set not at all. Alink has the id to match an answer with its call: a platform that does so alone sees
# a command that was carried out as one that was never answered, or takes the answer for that of its own call 1.
#
# Output seen:
#   service call 42 is answered with id 1
#   property set 41 is heard by the device and answered with: nothing within 2 s
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund alibabacloud-iot-device-sdk@1.2.8 aedes@1.2.0
cat > try.mjs << 'JS'
import { once } from 'node:events'
import net from 'node:net'
import { Aedes } from 'aedes'
import sdk from 'alibabacloud-iot-device-sdk'

const broker = await Aedes.createBroker()
const server = net.createServer((socket) => broker.handle(socket))
await once(server.listen(0, '127.0.0.1'), 'listening')
const device = sdk.device({
  productKey: 'a1Oven',
  deviceName: 'OV1',
  deviceSecret: '0123456789abcdef0123456789abcdef',
  brokerUrl: `mqtt://127.0.0.1:${server.address().port}`,
})
await once(device, 'connect')

const things = '/sys/a1Oven/OV1/thing/service/'
const heard = new Promise((resolve) => device.onProps(resolve))
device.onService('Vent', (call, answer) => answer({ code: 200, data: {} }, 'async'))
const answerOf = (name, withinMs) =>
  new Promise((resolve) => {
    setTimeout(resolve, withinMs, undefined)
    broker.on('publish', ({ topic, payload }) => {
      if (topic === `${things}${name}_reply`) resolve(JSON.parse(payload))
    })
  })
const call = (name, id, params) => {
  const payload = JSON.stringify({ id, version: '1.0', method: `thing.service.${name.replace('/', '.')}`, params })
  return new Promise((resolve) => broker.publish({ topic: things + name, payload, qos: 1, retain: false }, resolve))
}
// The SDK subscribes for its services after it has connected.
await new Promise((resolve) => setTimeout(resolve, 1000))
const ofService = answerOf('Vent', 5000)
await call('Vent', '42', {})
console.log(`service call 42 is answered with id ${(await ofService)?.id}`)
const ofSet = answerOf('property/set', 2000)
await call('property/set', '41', { Temp: 180 })
await heard
const set = await ofSet
console.log(`property set 41 is heard by the device and answered with: ${set === undefined ? 'nothing within 2 s' : set.id}`)
process.exit(0)
JS
node try.mjs | tee seen
diff seen - << 'EXPECTED'
service call 42 is answered with id 1
property set 41 is heard by the device and answered with: nothing within 2 s
EXPECTED
