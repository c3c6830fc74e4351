import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { livePhone, type Label } from './phone-life.ts'

export type Phones = Readonly<{ stop: () => Promise<void> }>

export type PhonesOptions = Readonly<{
  apiUrl: string
  seed: string
  people: number
  speed: number
  labels: readonly Label[]
  codesFile: string
  /** Tokens are stored here, so that a restart registers nobody again. */
  tokensFile: string
  /** Gets the status of each answer; 0: no answer. */
  onStatus?: (status: number) => void
}>

const Tokens = z.record(z.string(), z.string())

function readTokens(file: string): Map<string, string> {
  try {
    return new Map(Object.entries(Tokens.parse(JSON.parse(readFileSync(file, 'utf8')))))
  } catch {
    return new Map()
  }
}

/** Two of three people get a device of their own, while there are devices; the third is invited to one. */
export function startPhones({ people, labels, tokensFile, ...living }: PhonesOptions): Phones {
  const stopping = new AbortController()
  const tokens = readTokens(tokensFile)
  const invitations: string[] = []
  const keep = (number: number, token: string | undefined) => {
    if (token === undefined) tokens.delete(String(number))
    else tokens.set(String(number), token)
    mkdirSync(dirname(tokensFile), { recursive: true })
    writeFileSync(`${tokensFile}.new`, JSON.stringify(Object.fromEntries(tokens)), { mode: 0o600 })
    renameSync(`${tokensFile}.new`, tokensFile)
  }
  const owners = Math.max(1, Math.ceil((people * 2) / 3))
  const labelsOf = (number: number): readonly Label[] => {
    if (number % 3 === 2) return []
    const place = Math.floor(number / 3) * 2 + (number % 3)
    return labels.filter((_, at) => at % owners === place)
  }
  const lives = Array.from({ length: people }, (_, number) =>
    livePhone({
      ...living,
      number,
      labels: labelsOf(number),
      token: tokens.get(String(number)),
      onToken: (token) => keep(number, token),
      invitations,
      signal: stopping.signal,
    }),
  )
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(lives)
    },
  }
}
