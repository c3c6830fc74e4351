import { appendFileSync, createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Records the actions of a device, for comparison with the data of the server. `RECORD_DIR/<device name>.jsonl` gets
 * one JSON object per line, in the order in which things happened; lines are only appended:
 *
 *   at     epoch ms of the computer
 *   clock  epoch ms of the device's own clock, which may be off
 *   do     the action, with
 *     connected
 *     disconnected  why
 *     frozen                  it stands still; its connection stays open
 *     thawed                  it goes on
 *     report        id, values { Id: { value, time } }        property/post
 *     history       id, values { Id: [{ value, time }] }      property/history/post: stored while the device was offline
 *     event         id, event, output, time
 *     puback        id        the broker has acknowledged this report, history or event; without it: not yet, or never
 *     reply         id, code  the server has answered the message with this id
 *     command       id, kind, identifier, params              the call
 *     answer        id, code                                  answer to a command; without it: no answer was sent
 *     answerPuback  id        the broker has acknowledged that answer, which is sent once only
 *     desired       values                                    desired values that it requested and applied
 *     frame         asked, answered                           bytes on its serial line in hex; answered null: no response
 *
 * A report without `puback` may be stored or not; one with it must be. Ids restart with each start of the simulator, which
 * is a line `started`. A sub-device has its own file. A Modbus unit has none: its modem's frames are its only messages.
 */
export type Recorder = (what: Readonly<{ do: string; clock: number } & Record<string, unknown>>) => void

/** The interval of the checks. */
const turnMs = 100
/** A smaller delay does not count, because timers are late by as much. */
const unnoticedMs = 100

/**
 * Records in `RECORD_DIR/late.ndjson` when the event loop of this process was blocked, with `from` and `to` in epoch
 * ms: messages that arrived meanwhile are recorded after `to` at the earliest. Returns a function that stops it; it
 * keeps no process alive.
 */
export function recordLateness(folder: string | undefined): () => void {
  if (folder === undefined || folder === '') return () => {}
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'late.ndjson')
  let lastMs = Date.now()
  const timer = setInterval(() => {
    const nowMs = Date.now()
    if (nowMs - lastMs - turnMs > unnoticedMs)
      appendFileSync(file, `${JSON.stringify({ from: lastMs, to: nowMs })}\n`, { mode: 0o600 })
    lastMs = nowMs
  }, turnMs).unref()
  return () => clearInterval(timer)
}

/** Undefined if nothing is recorded. */
export function openRecorder(folder: string | undefined, deviceName: string): Recorder | undefined {
  if (folder === undefined || folder === '') return undefined
  mkdirSync(folder, { recursive: true })
  const file = createWriteStream(join(folder, `${deviceName.replaceAll(/[^\w.:@-]/g, '_')}.jsonl`), {
    flags: 'a',
    mode: 0o600,
  })
  const record: Recorder = (what) => {
    file.write(`${JSON.stringify({ at: Date.now(), ...what })}\n`)
  }
  record({ do: 'started', clock: Date.now() })
  return record
}
