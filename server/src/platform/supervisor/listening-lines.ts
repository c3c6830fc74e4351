import { join } from 'node:path'
import { addressOf, isEverywhere, isThisMachine } from '../listening.ts'
import type { Settings } from '../settings.ts'
import type { Supervisor } from './supervise.ts'

function whoReaches(host: string): string {
  if (isThisMachine(host)) return 'this machine only'
  return isEverywhere(host) ? 'every machine that reaches this one' : `who reaches ${host}`
}

const written = (host: string) => (isEverywhere(host) ? host : addressOf(host))

type Running = Pick<Supervisor, 'url' | 'mqttPort' | 'statusUrls'>

/** One line for each listening address, and one for the path of the log. */
export function listeningLines(settings: Settings, { url, mqttPort, statusUrls }: Running, logPath: string): string[] {
  const { http, mqtt, databaseUrl } = settings
  const at = (what: string, host: string, port: string | number, setting: string) =>
    `  ${what.padEnd(22)}${written(host)}:${port}, ${whoReaches(host)} (${setting})`
  const lines = [at('Console and API', http.host, new URL(url).port, 'HTTP_HOST')]
  lines.push(
    mqtt.broker === undefined
      ? at('Devices, MQTT', mqtt.host, mqttPort, 'MQTT_HOST')
      : '  Devices, MQTT         nowhere: they connect to the broker of MQTT_URL',
  )
  for (const [role, address] of statusUrls)
    lines.push(at(`Status of the ${role}`, http.host, new URL(address).port, 'HTTP_HOST'))
  lines.push(
    databaseUrl === undefined
      ? `  PostgreSQL            no port, a socket in ${join(settings.dataDir, 'postgres')} for this user only`
      : '  PostgreSQL            not ours: DATABASE_URL',
  )
  return ['What listens where:', ...lines, '', `  Log                   ${logPath}`]
}
