import type { Log } from '../log.ts'
import type { MqttHooks } from './mqtt-hooks.ts'

/**
 * The same hooks, wrapped so that none throws: their input comes from a device, and an exception within the broker would end the process
 * for all. After a failure publishing is cut off and subscribing refused; a message is read again with its batch.
 */
export function safeHooks<T>(hooks: MqttHooks<T>, log: Log): MqttHooks<T> {
  const safely = <R>(work: () => R, otherwise: R): R => {
    try {
      return work()
    } catch (error) {
      log.error({ err: error }, 'A hook of the connector failed')
      return otherwise
    }
  }
  return {
    ...hooks,
    mayPublish: (key, topic) => safely(() => hooks.mayPublish(key, topic), false),
    maySubscribe: (key, filter) => safely(() => hooks.maySubscribe(key, filter), 'refuse'),
    ownerOf: (topic) => safely(() => hooks.ownerOf?.(topic) ?? '', ''),
    onConnected: (connection) => safely(() => hooks.onConnected(connection), undefined),
    onDisconnected: (connection, reason, detail) =>
      safely(() => hooks.onDisconnected(connection, reason, detail), undefined),
    onFilterRefused: (connection, filter) => safely(() => hooks.onFilterRefused?.(connection, filter), undefined),
    onSilence: (connection, isSilent) => safely(() => hooks.onSilence?.(connection, isSilent), undefined),
    onUnserved: (request) => safely(() => hooks.onUnserved?.(request), undefined),
    onTlsRefused: (refused) => safely(() => hooks.onTlsRefused?.(refused), undefined),
    onRefused: (message, reason) => safely(() => hooks.onRefused?.(message, reason), undefined),
    onMessage: (message) => safely(() => hooks.onMessage?.(message), undefined),
    onDelivered: (key, reference) => safely(() => hooks.onDelivered(key, reference), undefined),
  }
}
