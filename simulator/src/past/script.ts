/**
 * Events that came to a device from outside in its past, at their times (epoch ms) and in their order: a recipe, new
 * firmware, a command. The server plans them, and both sides compute the same past with them.
 */
export type Scripted = ScriptedRecipe | ScriptedUpgrade | ScriptedCommand
export type ScriptedRecipe = Readonly<{ is: 'recipe'; at: number; id: string; version: number; document: string }>
/** `since`: the time of the offer. `to`: the version afterwards; null: it returned to its former one. */
export type ScriptedUpgrade = Readonly<{ is: 'upgrade'; at: number; since: number; to: string | null }>
export type ScriptedCommand = Readonly<{
  is: 'command'
  at: number
  kind: 'property.set' | 'service'
  identifier: string
  params: Readonly<Record<string, unknown>>
}>

/** A restart with other firmware disconnects for this long; it reconnects a moment before it reports its version. */
export const restart = { awayMs: 40_000, backMs: 4_000 } as const

/** Reads a script from `simulator-devices.json`. Throws if it is none. */
export function readScript(entry: unknown): readonly Scripted[] {
  if (!Array.isArray(entry)) throw new Error('the script of a past is a list')
  const script = entry.map(readOne)
  if (script.some(({ at }, index) => at < (script[index - 1]?.at ?? 0)))
    throw new Error('the script of a past is in the order of its times')
  return script
}

function readOne(entry: unknown): Scripted {
  const fields = new Map<string, unknown>(typeof entry === 'object' && entry !== null ? Object.entries(entry) : [])
  const text = (name: string) => String(fields.get(name))
  const at = Number(fields.get('at'))
  if (!Number.isFinite(at)) throw new Error('what a past has in its script has a time')
  switch (fields.get('is')) {
    case 'recipe':
      return { is: 'recipe', at, id: text('id'), version: Number(fields.get('version')), document: text('document') }
    case 'upgrade': {
      const to = fields.get('to')
      return { is: 'upgrade', at, since: Number(fields.get('since')), to: typeof to === 'string' ? to : null }
    }
    case 'command': {
      const params = fields.get('params')
      return {
        is: 'command',
        at,
        kind: fields.get('kind') === 'service' ? 'service' : 'property.set',
        identifier: text('identifier'),
        params: typeof params === 'object' && params !== null ? Object.fromEntries(Object.entries(params)) : {},
      }
    }
    default:
      throw new Error('the script of a past has a recipe, an upgrade or a command')
  }
}
