import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { asEnvironment, readSettings, readSettingsFile, settingNames } from './settings.ts'

const SECRET_KEY = 'a secret of more than 32 characters'
const PRESET_PASSWORD = 'Preset2026'

const refusal = (env: Record<string, string>, file: Record<string, unknown> = {}) => {
  try {
    readSettings({ SECRET_KEY, PRESET_PASSWORD, ...env }, file)
  } catch (error) {
    assert.ok(error instanceof Error && error.name === 'SettingsRefused')
    assert.doesNotMatch(error.message, /\n/)
    return error.message
  }
  return 'accepted'
}

test('everything has a default to start with', () => {
  const settings = readSettings({ SECRET_KEY, PRESET_PASSWORD })
  assert.deepEqual(
    {
      http: settings.http,
      mqtt: settings.mqtt,
      simulator: settings.simulator,
      demo: settings.demo,
      presetPassword: settings.presetPassword,
    },
    {
      http: { host: '0.0.0.0', port: 8080 },
      mqtt: { host: '0.0.0.0', port: 1883, tls: undefined, plainRegistration: false, broker: undefined },
      simulator: { ovens: 24, coolers: 16 },
      demo: false,
      presetPassword: PRESET_PASSWORD,
    },
  )
})

test('the environment takes precedence over the file, and the file over the default', () => {
  const { http, mqtt } = readSettings(
    { SECRET_KEY, PRESET_PASSWORD, HTTP_PORT: '9000', MQTT_PORT: '' },
    { HTTP_PORT: 9001, MQTT_PORT: 9002 },
  )
  assert.deepEqual([http.port, mqtt.port], [9000, 9002])
})

test('the status port of connectors is read under its former name too', () => {
  const portOf = (env: Record<string, string>) => readSettings({ SECRET_KEY, PRESET_PASSWORD, ...env }).statusPorts
  assert.equal(portOf({ GATEWAY_STATUS_PORT: '9000' }).connector, 9000)
  assert.equal(portOf({ GATEWAY_STATUS_PORT: '9000', CONNECTOR_STATUS_PORT: '9001' }).connector, 9001)
})

test('demo data is on if the starter sets it, unless it is configured', () => {
  assert.equal(readSettings({ SECRET_KEY, PRESET_PASSWORD }, {}, { demo: true }).demo, true)
  assert.equal(readSettings({ SECRET_KEY, PRESET_PASSWORD, DEMO: 'off' }, {}, { demo: true }).demo, false)
  assert.equal(readSettings({ SECRET_KEY, PRESET_PASSWORD }, { DEMO: true }).demo, true)
})

test('names a wrong setting in one line', () => {
  assert.equal(refusal({ HTTP_PORT: '80a' }), 'Setting HTTP_PORT="80a" is wrong: it must be a port from 0 to 65535')
  assert.equal(refusal({ MQTT_PORT: '70000' }), 'Setting MQTT_PORT="70000" is wrong: it must be a port from 0 to 65535')
  assert.equal(refusal({ SIMULATOR: 'maybe' }), 'Setting SIMULATOR="maybe" is wrong: it must be on or off')
  assert.equal(
    refusal({ LOG_FORMAT: 'pretty' }),
    'Setting LOG_FORMAT="pretty" is wrong: it must be one of file, json, text',
  )
  assert.equal(
    refusal({ LOG_LEVEL: 'loud' }),
    'Setting LOG_LEVEL="loud" is wrong: it must be one of fatal, error, warn, info, debug, trace, silent',
  )
  assert.equal(
    refusal({ HISTORY_DAYS: '0' }),
    'Setting HISTORY_DAYS="0" is wrong: it must be a number of days, 1 or more',
  )
  assert.equal(
    refusal({ PUBLIC_URL: 'brigade' }),
    'Setting PUBLIC_URL="brigade" is wrong: it must be an address like https://brigade.example.com',
  )
  assert.equal(
    refusal({ OIDC_ISSUER: 'https://login.example.com' }),
    'Setting OIDC_CLIENT_ID is missing: OIDC_ISSUER needs it',
  )
  const bucket = { S3_URL: 'https://s3.example.com/brigade' }
  assert.equal(refusal(bucket), 'Setting S3_ACCESS_KEY is missing: S3_URL needs it')
  assert.equal(refusal({ ...bucket, S3_ACCESS_KEY: 'key' }), 'Setting S3_SECRET_KEY is missing: S3_URL needs it')
  for (const S3_URL of [
    's3.example.com/brigade',
    'https://key:secret@s3.example.com/brigade',
    'https://s3.example.com/a/b',
  ]) {
    assert.equal(
      refusal({ S3_URL }),
      'Setting S3_URL is wrong: it must be an address with the bucket, like https://s3.example.com/brigade',
      S3_URL,
    )
  }
  assert.equal(refusal({}, { HTPP_PORT: 1 }), 'Unknown setting HTPP_PORT in brigade.json')
})

test('a start is refused that would shorten the logs unasked, or leave checkpoints where they prove nothing', () => {
  for (const name of ['OPERATION_LOG_DAYS', 'APP_LOG_DAYS']) {
    const why = `Setting ${name}=179 keeps less than 180 days; SHORT_LOGS=on allows it`
    assert.equal(refusal({ [name]: '179' }), why)
    assert.equal(refusal({ [name]: '179', SHORT_LOGS: 'on' }), 'accepted')
    assert.equal(refusal({ [name]: '180' }), 'accepted')
  }
  const within = { DATA_DIR: '/srv/brigade', CHECKPOINT_FILE: '/srv/other/../brigade/checkpoints' }
  assert.equal(refusal(within), 'Setting CHECKPOINT_FILE="/srv/other/../brigade/checkpoints" must lie outside DATA_DIR')
  assert.equal(refusal({ ...within, CHECKPOINT_FILE: '/srv/brigade-checkpoints' }), 'accepted')
  const mail = { CHECKPOINT_MAIL: 'auditor@example.com' }
  assert.equal(refusal(mail), 'Setting SMTP_URL is missing: CHECKPOINT_MAIL needs it')
  assert.equal(refusal({ ...mail, SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'log@example.com' }), 'accepted')
})

test('never repeats a secret that is wrong', () => {
  assert.equal(
    refusal({ PRESET_PASSWORD: 'no spaces please' }),
    'Setting PRESET_PASSWORD is wrong: it must be 6 to 14 letters or digits',
  )
  assert.equal(refusal({ SECRET_KEY: 'short' }), 'Setting SECRET_KEY is wrong: it must be 32 characters or more')
  assert.equal(
    refusal({ DATABASE_URL: 'mysql://u:p@h/d' }),
    'Setting DATABASE_URL is wrong: it must be an address like postgres://user:password@host/database',
  )
})

test('S3_URL with a key and a secret names the bucket of the files', () => {
  assert.equal(readSettings({ SECRET_KEY, PRESET_PASSWORD }).s3, undefined)
  assert.deepEqual(
    readSettings({
      SECRET_KEY,
      PRESET_PASSWORD,
      S3_URL: 'https://s3.example.com/brigade/',
      S3_ACCESS_KEY: 'key',
      S3_SECRET_KEY: 'secret',
    }).s3,
    { url: 'https://s3.example.com/brigade', region: 'us-east-1', accessKey: 'key', secretKey: 'secret' },
  )
})

test('TRUST_PROXY accepts off, a number of proxies or their addresses, and refuses to trust everybody', () => {
  const trust = (TRUST_PROXY: string) => readSettings({ SECRET_KEY, PRESET_PASSWORD, TRUST_PROXY }).trustProxy
  assert.deepEqual(
    [trust('off'), trust('0'), trust('1'), trust('10.0.0.1, 10.0.1.0/24'), trust('::1')],
    [false, false, 1, ['10.0.0.1', '10.0.1.0/24'], ['::1']],
  )
  for (const wrong of ['on', 'true', 'yes', '-1', '0.0.0.0/0', '::/0', '10.0.0.1/33', '10.0.0.1,', 'proxy.example.com'])
    assert.match(
      refusal({ TRUST_PROXY: wrong }),
      /^Setting TRUST_PROXY=".*" is wrong: it must be off, the number of proxies in front \(1\), or their addresses/,
    )
})

test('SIMULATOR=off, or no oven and no cooler, leaves the fleet out', () => {
  assert.equal(readSettings({ SECRET_KEY, PRESET_PASSWORD, SIMULATOR: 'off' }).simulator, undefined)
  assert.equal(readSettings({ SECRET_KEY, PRESET_PASSWORD, OVENS: '0', COOLERS: '0' }).simulator, undefined)
  assert.deepEqual(readSettings({ SECRET_KEY, PRESET_PASSWORD, OVENS: '3' }).simulator, { ovens: 3, coolers: 16 })
})

test('makes a secret key once, readable by its owner only, and keeps to it', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'brigade-settings-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const DATA_DIR = join(folder, 'data')
  const first = readSettings({ DATA_DIR }).secretKey
  assert.equal(first.length, 32)
  assert.deepEqual(readSettings({ DATA_DIR }).secretKey, first)
  assert.equal(statSync(join(DATA_DIR, 'secret.key')).mode & 0o777, 0o600)
  assert.notDeepEqual(readSettings({ DATA_DIR, SECRET_KEY }).secretKey, first)
  writeFileSync(join(DATA_DIR, 'secret.key'), '')
  assert.throws(() => readSettings({ DATA_DIR }), /damaged: put back the one from the backup/)
})

test('the demo listens on this machine alone unless a host is set, because it has a well-known password', () => {
  const hosts = (env: Record<string, string>) => {
    const { http, mqtt } = readSettings({ SECRET_KEY, PRESET_PASSWORD, ...env })
    return [http.host, mqtt.host]
  }
  assert.deepEqual(hosts({ DEMO: 'on' }), ['127.0.0.1', '127.0.0.1'])
  assert.deepEqual(hosts({ DEMO: 'on', HTTP_HOST: '0.0.0.0' }), ['0.0.0.0', '127.0.0.1'])
  assert.deepEqual(hosts({ DEMO: 'off' }), ['0.0.0.0', '0.0.0.0'])
  assert.equal(readSettings({ SECRET_KEY, DEMO: 'on' }).presetPassword, 'Brigade123')
})

test('without the demo an unconfigured preset password is made once, and differs from one installation to the next', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'brigade-settings-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [DATA_DIR, other] = [join(folder, 'data'), join(folder, 'other')]
  const first = readSettings({ DATA_DIR })
  assert.match(first.presetPassword, /^[A-Za-z0-9]{14}$/)
  assert.equal(first.isPresetMade, true)
  assert.equal(readSettings({ DATA_DIR }).presetPassword, first.presetPassword)
  assert.equal(statSync(join(DATA_DIR, 'preset.password')).mode & 0o777, 0o600)
  assert.notEqual(readSettings({ DATA_DIR: other }).presetPassword, first.presetPassword)
  assert.deepEqual(
    [readSettings({ DATA_DIR, PRESET_PASSWORD })].map(({ presetPassword, isPresetMade }) => [
      presetPassword,
      isPresetMade,
    ]),
    [[PRESET_PASSWORD, false]],
  )
})

test('a file of settings is handed on as an environment', () => {
  const file = { HTTP_PORT: 9000, DEMO: false, PUBLIC_URL: 'https://brigade.example.com' }
  assert.deepEqual(
    readSettings({ SECRET_KEY, PRESET_PASSWORD, ...asEnvironment(file) }),
    readSettings({ SECRET_KEY, PRESET_PASSWORD }, file),
  )
  assert.deepEqual(readSettingsFile({ BRIGADE_CONFIG: 'none' }), {})
})

test('reads brigade.json of the working folder, or the file BRIGADE_CONFIG names', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'brigade-settings-'))
  t.after(() => rmSync(folder, { recursive: true }))
  assert.deepEqual(readSettingsFile({}, folder), {})
  writeFileSync(join(folder, 'brigade.json'), '{ "HTTP_PORT": 9000 }')
  writeFileSync(join(folder, 'other.json'), '{ "HTTP_PORT": 9001 }')
  assert.deepEqual(readSettingsFile({}, folder), { HTTP_PORT: 9000 })
  assert.deepEqual(readSettingsFile({ BRIGADE_CONFIG: 'other.json' }, folder), { HTTP_PORT: 9001 })
  assert.throws(() => readSettingsFile({ BRIGADE_CONFIG: 'none.json' }, folder), /none\.json cannot be read: ENOENT/)
  writeFileSync(join(folder, 'other.json'), '{')
  assert.throws(() => readSettingsFile({ BRIGADE_CONFIG: 'other.json' }, folder), /other\.json is not a JSON object/)
})

test('docs/operations.md describes every setting', () => {
  const text = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const missing = [...settingNames, 'BRIGADE_CONFIG'].filter((name) => !text.includes(`\`${name}\``))
  assert.deepEqual(missing, [])
})
