import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What a device did, by its own knowledge, to hold against what the server says of it. `RECORD_DIR/<device name>.jsonl` gets
 * one JSON object a line, only ever appended, in the order in which things happened:
 *
 *   at     epoch ms of the computer
 *   clock  epoch ms of the device's own clock, which may be off
 *   do     what, with
 *     connected
 *     disconnected  why
 *     report        id, values { Id: { value, time } }        property/post
 *     history       id, values { Id: [{ value, time }] }      property/history/post: what was kept while it was away
 *     event         id, event, output, time
 *     puback        id        the broker has acknowledged this report, history or event; none: not yet, or never
 *     reply         id, code  the server has answered what had this id
 *     command       id, kind, identifier, params              the call
 *     answer        id, code                                  of a command; none: it said nothing
 *     answerPuback  id        the broker has acknowledged that answer, which is sent once only
 *     desired       values                                    wanted of it when it asked, and done
 *     frame         asked, answered                           bytes on its serial line in hex; answered null: silence
 *
 * A report without `puback` may be stored or not; one with it must be. Ids begin anew with each start of the simulator, which
 * is a line `started`. A sub-device has a file of its own, a Modbus unit none: its modem's frames are all it says.
 */
export type Recorder = (what: Readonly<{ do: string; clock: number } & Record<string, unknown>>) => void

/** Undefined where nothing is recorded. */
export function openRecorder(folder: string | undefined, deviceName: string): Recorder | undefined {
  if (folder === undefined || folder === '') return undefined
  mkdirSync(folder, { recursive: true })
  const file = createWriteStream(join(folder, `${deviceName.replaceAll(/[^\w.:@-]/g, '_')}.jsonl`), { flags: 'a' })
  const record: Recorder = (what) => {
    file.write(`${JSON.stringify({ at: Date.now(), ...what })}\n`)
  }
  record({ do: 'started', clock: Date.now() })
  return record
}
