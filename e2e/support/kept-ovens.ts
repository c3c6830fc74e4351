import { createServer } from 'node:net'
import { once } from 'node:events'
import { startFleet, type Fleet } from '@brigade/simulator/fleet.ts'
import type { RunningDevice } from '@brigade/simulator/device/simulated-device.ts'
import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import { make } from '@brigade/server/testing/make.ts'
import { isOnline } from '@brigade/server/testing/linked-device.ts'
import { until } from '@brigade/server/testing/until.ts'
import type { TestApp } from '@brigade/server/testing/start-app.ts'

type Made = Awaited<ReturnType<typeof make.device>>

/** A port that was free a moment ago, because the address of downloads is needed before the server listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Simulated ovens of one model that keep recipes, without people unless requested. */
export async function keptOvens() {
  const port = await freePort()
  let app: TestApp | undefined
  let productId = ''
  let productKey = ''
  const fleets = new Map<string, Fleet>()
  const deviceOf = ({ sn }: Made): RunningDevice => {
    const device = fleets.get(sn)?.find(sn)
    if (device === undefined) throw new Error(`${sn} is not switched on`)
    return device
  }
  const there = (): TestApp => {
    if (app === undefined) throw new Error('Not begun')
    return app
  }
  return {
    // They report five times a second, so that what they hold is known soon after an answer.
    settings: { HTTP_PORT: String(port), DEVICE_URL: `http://127.0.0.1:${port}`, RECIPE_SETTLE_SECONDS: '2' },
    get productId() {
      return productId
    },
    begin: async (started: TestApp): Promise<void> => {
      app = started
      const product = await make.product(started, { en: 'Keeping oven', zh: '可存菜谱烤箱' })
      productId = product.id
      productKey = product.productKey
    },
    make: (name: string, organisationId?: string): Promise<Made> =>
      make.device(there(), {
        name,
        productId,
        productKey,
        ...(organisationId === undefined ? {} : { organisationId }),
      }),
    switchOn: async (made: Made): Promise<void> => {
      fleets.set(
        made.sn,
        startFleet({
          devices: [{ kind: 'oven', credentials: { productKey, deviceName: made.sn, deviceSecret: made.secret } }],
          host: '127.0.0.1',
          port: there().addresses.mqttPort ?? 0,
          seed: '7',
          speed: 60,
          steady: true,
          people: false,
          reportEveryMs: 200,
          tickMs: 200,
        }),
      )
      await isOnline(there(), made, true)
    },
    kept: (made: Made): readonly string[] =>
      (deviceOf(made).kept?.() ?? []).filter(({ own }) => !own).map(({ id, version }) => `${id} ${version}`),
    /** Puts food in as soon as it is hot enough. */
    load: (made: Made): Promise<unknown> =>
      until('it cooks', () => {
        deviceOf(made).come?.()
        return deviceOf(made).values(Date.now())['WorkState'] === workStateNumber.cooking
      }),
    come: (made: Made): void => deviceOf(made).come?.(),
    mute: (made: Made): void => deviceOf(made).mute(Number.POSITIVE_INFINITY),
    /** Sets how it answers recipes from now on. */
    meet: (made: Made, mood: 'accept' | 'full'): void => deviceOf(made).recipes?.(mood),
    /** Drops its connection; the oven reconnects. */
    drop: (made: Made): void => deviceOf(made).drop(),
    reset: (made: Made): void => deviceOf(made).reset?.(),
    stop: async (): Promise<void> => {
      await Promise.all([...fleets.values()].map((fleet) => fleet.stop()))
    },
  }
}
export type KeptOvens = Awaited<ReturnType<typeof keptOvens>>
