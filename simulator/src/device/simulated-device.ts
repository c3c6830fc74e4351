import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { DeviceCredentials } from './link/credentials.ts'
import type { Fate } from './upgrade/fate.ts'
import type { KeptRecipe, ShelfMood } from './oven/recipe-shelf.ts'
import type { DeviceLink, LinkOptions } from './link/link.ts'

export type RunningOptions = Readonly<{
  credentials: DeviceCredentials
  kind: DeviceKind
  /** The version that it has before its first upgrade here. Default: one by its seed. */
  firmware?: string | undefined
  host: string
  port: number
  seed: string
  /** Its simulated time is faster than the clock by this factor. */
  speed: number
  /** The state that `keep` returned before the program was stopped. */
  saved?: unknown
  /** It neither breaks nor loses its connection by itself. */
  steady?: boolean
  reportEveryMs?: number
  /** False: no people, it only executes commands. */
  people?: boolean
  /** Longer calls are dropped silently, like by an SDK with a buffer of this many bytes. */
  receiveBytes?: number | undefined
  /** The languages of an oven's panel, such as `zh,en`. Default: derived from its seed. */
  panel?: string | undefined
  /** The folder of its record (record.ts). */
  recordDir?: string | undefined
  /** How it reaches the broker. Default: over a connection of its own. */
  linkOf?: (options: LinkOptions) => DeviceLink
}>

/** Faults of a serial line, as shares of answers from 0 to 1. */
export type LineFaults = { lost: number; damaged: number }

export type RunningDevice = Readonly<{
  deviceName: string
  kind: DeviceKind
  isConnected: () => boolean
  /** Simulates `dtMs` of the clock's time and sends the messages that become due. */
  tick: (nowMs: number, dtMs: number) => void
  raiseFault: (code: string) => void
  /** Clears one fault, or all. */
  clearFault: (code?: string) => void
  faults: () => readonly string[]
  setDoor: (open: boolean) => void
  /** Ignores commands for this long. */
  mute: (forMs: number) => void
  /** Drops its connection and reconnects. */
  drop: () => void
  /** Leaves the network for this long. */
  goOffline: (forMs: number) => void
  /** Stops silently for this long, with its connection open; a device without one of its own does not. */
  freeze?: (forMs: number) => void
  /** Sets the offset of its own clock. */
  setClock: (offsetMs: number) => void
  /** The outcome of its next upgrade; a Modbus unit accepts none. */
  setFate?: (fate: Fate) => void
  /** Oven only: a person comes and loads a preheated oven, answers a pause, or takes out finished food. */
  come?: () => void
  /** The key of its panel that ends a pause. */
  key?: () => void
  /** Factory settings, at its panel: it forgets its recipes. */
  reset?: () => void
  /** Sets how it handles recipes from now on. */
  recipes?: (mood: ShelfMood) => void
  /** The recipes that it keeps. */
  kept?: () => readonly KeptRecipe[]
  /** A modem's faults on its serial line. */
  lineFaults?: LineFaults
  /** The devices without a connection of their own. */
  behind: readonly RunningDevice[]
  values: (nowMs: number) => Record<string, unknown>
  /** The state that will be saved. */
  keep: () => object
  connect: () => Promise<void>
  close: () => Promise<void>
}>
