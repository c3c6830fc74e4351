import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../log.ts'
import { readSettings } from '../settings.ts'
import { warnOfPort } from './device-url.ts'

/** The lines that a start with this address logs. */
function linesAtStart(deviceUrl: string | undefined): readonly string[] {
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } })
  warnOfPort({ settings: readSettings(deviceUrl === undefined ? {} : { DEVICE_URL: deviceUrl }), log })
  return lines
}

test('a start warns of a port in DEVICE_URL, and of nothing else', () => {
  const [line = '', ...more] = linesAtStart('https://devices.example.com:8443')
  assert.ok(line.includes('devices.example.com:8443') && line.includes('has a port') && more.length === 0, line)
  for (const sound of ['https://devices.example.com', 'http://devices.example.com', undefined])
    assert.deepEqual(linesAtStart(sound), [], String(sound))
})
