import { minuteMs } from '@brigade/contract/time.ts'
import { X509Certificate, createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { repeat, type Repetition } from '../../repeat.ts'
import type { Log } from '../../log.ts'
import type { Certificate } from './mqtt-listener.ts'

const lookEveryMs = minuteMs

type Files = Readonly<{ certFile: string; keyFile: string }>

/** Throws if the files do not match: one may be in the middle of being written. */
export async function readCertificate(files: Files): Promise<Certificate> {
  const [cert, key] = await Promise.all([readFile(files.certFile, 'utf8'), readFile(files.keyFile, 'utf8')])
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    throw new Error('The key is not the one of the certificate')
  return { cert, key }
}

/** The TLS of Alibaba's SDKs for C has no elliptic curves, and other clients do not report why they fail. */
function warnOfKey({ cert }: Certificate, log: Log): void {
  const kind = new X509Certificate(cert).publicKey.asymmetricKeyType
  if (kind !== 'rsa')
    log.warn({ kind }, 'The certificate for TLS has no RSA key: devices built with a C SDK cannot connect by it')
}

/**
 * Certificates are renewed while devices are connected: passes each new one on. An incompletely written pair is read
 * again later.
 */
export function watchCertificate(
  files: Files,
  { log, use, everyMs = lookEveryMs }: { log: Log; use: (certificate: Certificate) => void; everyMs?: number },
): Repetition {
  let known: string | undefined
  const look = async () => {
    const certificate = await readCertificate(files)
    const now = certificate.cert + certificate.key
    if (now === known) return
    use(certificate)
    warnOfKey(certificate, log)
    known = now
  }
  return repeat(look, {
    pauseMs: everyMs,
    log,
    onErrorMessage: 'The certificate for TLS cannot be used; the old one stays',
  })
}
