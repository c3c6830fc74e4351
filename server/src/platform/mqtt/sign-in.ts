import type { AedesOptions, AuthenticateError, Client } from 'aedes'
import { grantQos1, turnAway } from './client-packets.ts'
import { cut, type LiveConnection, type ServerState } from './live-connections.ts'
import { shown } from './take-packets.ts'

/** Records the connecting client, and refuses clients of MQTT 5. */
export function preConnect<T>({
  hooks,
  requests,
  incoming,
  strangers,
}: ServerState<T>): NonNullable<AedesOptions['preConnect']> {
  return (client, packet, done) => {
    // From here on the client waits for us.
    strangers.get(client.conn)?.()
    // Alink has no last will; the online log has the reason of every disconnect.
    delete packet.will
    const { address = '', over = '' } = incoming.get(client.conn) ?? {}
    const version: unknown = packet.protocolVersion
    const request = {
      clientId: packet.clientId,
      address,
      protocol: `MQTT ${version === 3 ? '3.1' : version === 5 ? '5' : '3.1.1'}${over}`,
      isEncrypted: over.includes('TLS'),
      keepAliveSeconds: packet.keepalive ?? 0,
    }
    if (version === 5) {
      hooks.onUnserved?.({ ...request, username: packet.username ?? '', password: '' })
      return turnAway(client.conn, () => done(new Error('MQTT 5'), false))
    }
    // The broker's timer would count our own slowness: `watchSilence` keeps this limit.
    packet.keepalive = 0
    requests.set(client, request)
    grantQos1(client)
    return done(null, true)
  }
}

/** Signs a device in. */
export function authenticate<T>(state: ServerState<T>): NonNullable<AedesOptions['authenticate']> {
  return (client, username, password, done) => {
    const answer = async () => {
      const error = await admit(state, client, username ?? '', password?.toString('utf8') ?? '')
      done(error, error === null)
    }
    void answer()
  }
}

/** Null if the device is admitted. */
async function admit<T>(
  { hooks, log, live, requests }: ServerState<T>,
  client: Client,
  username: string,
  password: string,
): Promise<AuthenticateError | null> {
  const request = requests.get(client)
  if (request === undefined) return refusal('not authorised')
  try {
    const key = await hooks.authenticate({ ...request, username, password })
    if (key === 'later') return refusal('unavailable', 3)
    if (key === null) return refusal('not authorised')
    // A device has one connection, whatever its client id; the newer one replaces the older.
    const before = live.get(key)
    if (before !== undefined) cut(before, 'replaced', newcomer(before, request))
    client.id = key
    client.clean = true
    return null
  } catch (error) {
    log.error({ err: error }, 'A device could not be authenticated')
    return refusal('unavailable', 3)
  }
}

const nameIn = (clientId: string): string => clientId.split('|', 1)[0]?.trim() ?? ''

/** Where the connection that replaces another came from; empty if from the same place with the same client id: the device itself came again. */
function newcomer(
  { connection, clientId }: Pick<LiveConnection, 'connection' | 'clientId'>,
  request: Readonly<{ clientId: string; address: string }>,
): string {
  if (nameIn(clientId) !== nameIn(request.clientId)) return shown(`${request.address} ${nameIn(request.clientId)}`)
  return connection.address === request.address ? '' : request.address
}

function refusal(message: string, returnCode = 5): AuthenticateError {
  return Object.assign(new Error(message), { returnCode })
}
