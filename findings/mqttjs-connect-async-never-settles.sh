#!/usr/bin/env bash
# mqtt.js 5.16.0: `connectAsync` with `reconnectPeriod: 0` neither resolves nor rejects when the connection ends before CONNACK, also long after
# `connectTimeout`. Nothing will be tried again, and whoever awaits it waits for ever. It rejects only where its third argument,
# `allowRetries`, is false. A device or a test that reconnects by itself hangs at the first broker that is killed while it connects.
#
# Output seen:
#   by default: still pending after 4000 ms, the connection ended
#   allowRetries false: rejected, Couldn't connect to server
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund mqtt@5.16.0
cat > try.mjs << 'JS'
import net from 'node:net'
import mqtt from 'mqtt'

// A broker that is killed after it has read CONNECT.
const broker = net.createServer((socket) => socket.once('data', () => socket.destroy()))
await new Promise((resolve) => broker.listen(0, '127.0.0.1', resolve))
const address = `mqtt://127.0.0.1:${broker.address().port}`
const options = { reconnectPeriod: 0, connectTimeout: 1000 }
const outcome = (connecting) =>
  Promise.race([
    connecting.then(
      () => 'resolved',
      (error) => `rejected, ${error.message}`,
    ),
    new Promise((resolve) => setTimeout(resolve, 4000, 'still pending after 4000 ms, the connection ended')),
  ])
console.log('by default:', await outcome(mqtt.connectAsync(address, options)))
console.log('allowRetries false:', await outcome(mqtt.connectAsync(address, options, false)))
process.exit(0)
JS
node try.mjs | tee seen
diff seen - << 'EXPECTED'
by default: still pending after 4000 ms, the connection ended
allowRetries false: rejected, Couldn't connect to server
EXPECTED
