import { startFlood, type Flood, type FloodOptions } from './flood.ts'

// A flood in a separate process, so that the sender does not slow the receiver. It gets `{ start }`, then `{ ask }` or
// `{ stop }`.
type FloodRequest = { start?: FloodOptions; ask?: true; stop?: true }

let flood: Flood | undefined

async function obey({ start, ask, stop }: FloodRequest) {
  if (start !== undefined) {
    flood = startFlood(start)
    await flood.ready
    process.send?.({ ready: true })
  }
  if (ask === true)
    process.send?.({
      acknowledged: flood?.acknowledged() ?? 0,
      turnedAway: flood?.turnedAway() ?? 0,
      at: performance.now(),
    })
  if (stop === true) {
    // The process exits only when the message is written.
    process.send?.({ stopped: await flood?.stop() }, () => process.exit(0))
  }
}

// oxlint-disable-next-line typescript/consistent-type-assertions -- only our own tests and benches send
process.on('message', (message) => void obey(message as FloodRequest))
process.on('disconnect', () => process.exit(0))
