import { setTimeout as pause } from 'node:timers/promises'
import { downTopics, upTopics } from '@brigade/contract/link/alink.topics.ts'
import { matchTopic, topicName } from '@brigade/contract/topic.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { between, chanceOf, type Chance } from '../../random.ts'
import type { DeviceLink } from '../link/link.ts'
import { drawFate, type Fate } from './fate.ts'
import { download, isGenuine, offerIn, type Offer } from './offer.ts'

/** The part of a device that takes firmware over the air. */
export type Upgrader = Readonly<{
  /** True if the message was an offer. */
  receive: (topic: string, json: unknown) => boolean
  /** Sets the outcome of the next upgrade. */
  setFate: (fate: Fate) => void
  stop: () => void
}>

type Options = Readonly<{
  link: DeviceLink
  place: Readonly<{ productKey: string; deviceName: string }>
  seed: string
  /** Its time is faster than the clock by this factor. */
  speed: number
  /** No upgrade fails by itself. */
  steady: boolean
  log: (level: 'INFO' | 'WARN' | 'ERROR', module: string, content: string) => void
  goOffline: (forMs: number) => void
  /** `module`: empty for the device's own firmware. */
  install: (version: string, module: string) => void
}>

const percentStep = 10
/** Download time of a small processor that writes the file into its flash while reading. */
const downloadMs = { least: 4000, most: 20_000 } as const

type Work = Readonly<{ offer: Offer; fate: Fate; chance: Chance; signal: AbortSignal }>

function report({ link, place }: Options, { module }: Offer, step: number, desc = ''): void {
  const params = { step: String(step), desc, ...(module === '' ? {} : { module }) }
  const payload = JSON.stringify({ id: String(Date.now() % 1_000_000), params })
  link.publish(topicName(upTopics.otaProgress, place), payload, 0)
}

async function upgrade(options: Options, work: Work): Promise<void> {
  const { offer, fate, chance, signal } = work
  const reportStep = (step: number, desc = '') => report(options, offer, step, desc)
  const { speed } = options
  await pause(between(chance, 500, 3000) / speed, undefined, { signal })
  options.log('INFO', 'ota', `offered ${offer.version}, ${offer.size} bytes`)
  const file = await readFile(options, work)
  if (file === undefined) return
  if (!isGenuine(file, offer)) return reportStep(-3, 'wrong digest')
  reportStep(100)
  if (fate === 'verification') {
    // Behaves like version 3 of the C SDK: downloads everything, then reports twice that it is wrong.
    reportStep(-3, 'verification failed')
    return reportStep(-3, 'verification failed')
  }
  if (fate === 'lie') return
  await pause(between(chance, 1000, 4000) / speed, undefined, { signal })
  if (fate === 'flash') return reportStep(-4, 'flash write error')
  if (fate === 'device') return reportStep(-1, 'upgrade failed')
  if (fate === 'silence') return options.goOffline(12 * hourMs)
  if (fate !== 'rollback') options.install(offer.version, offer.module === 'default' ? '' : offer.module)
  options.log('INFO', 'ota', 'restarts')
  options.goOffline(between(chance, 4000, 15_000) / speed)
}

/** Undefined if the download did not complete. */
async function readFile(options: Options, { offer, fate, chance, signal }: Work): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  const perByteMs = between(chance, downloadMs.least, downloadMs.most) / options.speed / Math.max(1, offer.size)
  let breaksAt = fate === 'interruption' || fate === 'download' || fate === 'stall' ? between(chance, 0.3, 0.7) : 2
  let [have, reported] = [0, 0]
  while (have < offer.size) {
    for await (const chunk of download(offer, have, signal)) {
      chunks.push(chunk)
      have += chunk.length
      const percent = Math.min(99, Math.floor((have / offer.size) * 100))
      if (percent - reported >= percentStep) {
        reported = percent
        report(options, offer, percent)
      }
      await pause(perByteMs * chunk.length, undefined, { signal })
      if (have / offer.size < breaksAt) continue
      breaksAt = 2
      if (fate === 'stall') return undefined
      if (fate === 'interruption') {
        options.goOffline(8000 / options.speed)
        break
      }
      report(options, offer, -2, 'read error')
      return undefined
    }
    while (!options.link.isConnected()) await pause(500, undefined, { signal })
  }
  return Buffer.concat(chunks)
}

export function upgrader(options: Options): Upgrader {
  const { seed, steady, log } = options
  let wanted: Fate | undefined
  let working: AbortController | undefined

  function begin(offer: Offer) {
    // An upgrade in progress ignores another offer.
    if (working !== undefined) return
    const chance = chanceOf(`${seed}:upgrade:${offer.version}:${offer.url}`)
    const fate = wanted ?? (steady ? 'well' : drawFate(chance))
    wanted = undefined
    if (fate === 'unanswered') return
    const own = new AbortController()
    working = own
    upgrade(options, { offer, fate, chance, signal: own.signal })
      .catch((error: unknown) => {
        if (own.signal.aborted) return
        log('ERROR', 'ota', error instanceof Error ? error.message : String(error))
        report(options, offer, -2, 'download failed')
      })
      .finally(() => {
        working = undefined
      })
  }

  return {
    receive: (topic, json) => {
      if (matchTopic(downTopics.otaUpgrade, topic) === null) return false
      const offer = offerIn(json)
      if (offer !== undefined) begin(offer)
      return true
    },
    setFate: (fate) => {
      wanted = fate
    },
    stop: () => working?.abort(),
  }
}
