import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { findDebianPostgres } from '../server/src/testing/cluster/debian-postgres.ts'
import { hasMosquitto } from '../server/src/testing/mosquitto.ts'
import { hasSmtpServer, smtpPackage } from '../server/src/testing/mail/smtp-server.ts'
import { hasSwift, swiftPackage } from '../server/src/testing/object-storage.ts'
import { hasProxies, proxyPackages, unpackedFolder } from '../server/src/testing/proxy/unpacked-program.ts'
import { installWithApt, mayInstall, mayUnpack, unpackWithApt } from './apt.ts'

const clusterSettings = '/etc/postgresql-common/createcluster.conf'

/** Debian's package creates and starts a cluster; the tests make their own, so this is switched off. */
function installPostgres() {
  if (!installWithApt(['postgresql-common'])) return
  if (existsSync(clusterSettings)) {
    const text = readFileSync(clusterSettings, 'utf8')
    writeFileSync(clusterSettings, text.replace(/^#?\s*create_main_cluster\s*=.*$/m, 'create_main_cluster = false'))
  }
  installWithApt(['postgresql'])
}

/** Whether Debian's PostgreSQL is available, installed if that is permitted; if not, prints it in one line. */
export function prepareDebianPostgres(): boolean {
  if (findDebianPostgres() === undefined && mayInstall()) installPostgres()
  if (findDebianPostgres() !== undefined) return true
  process.stdout.write('The server tests also run on a plain PostgreSQL. As root: apt-get install postgresql\n')
  return false
}

/** The same for OpenStack Swift, the S3-compatible storage of the tests. */
export function prepareSwift(): boolean {
  if (!hasSwift() && mayInstall()) installWithApt([swiftPackage])
  if (hasSwift()) return true
  process.stdout.write(`Tests of object storage need OpenStack Swift. As root: apt-get install ${swiftPackage}\n`)
  return false
}

/** The same for Mosquitto, the external MQTT broker of the tests. */
export function prepareMosquitto(): boolean {
  if (!hasMosquitto() && mayInstall()) installWithApt(['mosquitto'])
  if (hasMosquitto()) return true
  process.stdout.write('Tests of an external broker need Mosquitto. As root: apt-get install mosquitto\n')
  return false
}

/** The same for aiosmtpd, the SMTP server of the tests. */
export function prepareSmtpServer(): boolean {
  if (!hasSmtpServer() && mayInstall()) installWithApt([smtpPackage])
  if (hasSmtpServer()) return true
  process.stdout.write(`Tests of e-mail need an SMTP server. As root: apt-get install ${smtpPackage}\n`)
  return false
}

/** nginx, HAProxy and PgBouncer, in front of the program in the tests: unpacked, so that none of them starts here. */
export function prepareProxies(): boolean {
  if (!hasProxies() && mayUnpack()) unpackWithApt(proxyPackages, unpackedFolder())
  if (hasProxies()) return true
  process.stdout.write(
    `Tests of proxies and poolers need ${proxyPackages.join(', ')} of Debian, which apt could not fetch\n`,
  )
  return false
}
