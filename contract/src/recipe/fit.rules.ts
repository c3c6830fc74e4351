import { checkValue, findService } from '../thing-model/thing-model.rules.ts'
import type { EnumItem, Member, ThingModel } from '../thing-model/thing-model.model.ts'
import type { RecipeContent } from './recipe.model.ts'
import type { RecipeKey } from './recipe.text.ts'
import { endTemperatureOf, panelNotes, preheatTargetOf, type Problem } from './recipe.rules.ts'
import { cookingModes, stagePatterns, type Stage } from './stage.model.ts'

/** The members of `StartProgram.Stages` that a model accepts, by identifier. Null: the model takes no programs. */
type Taken = Readonly<{ size: number; members: ReadonlyMap<string, Member> }>

function takenBy(model: ThingModel): Taken | null {
  const stages = findService(model, 'StartProgram')?.inputData.find(({ identifier }) => identifier === 'Stages')
  if (stages?.dataType.type !== 'array' || stages.dataType.item.type !== 'struct') return null
  const { size, item } = stages.dataType
  return { size, members: new Map(item.members.map((member) => [member.identifier, member])) }
}

/** The programs of its maker that a model offers to a stage. */
export function presetsOf(model: ThingModel): readonly EnumItem[] {
  const dataType = takenBy(model)?.members.get('Preset')?.dataType
  return dataType?.type === 'enum' ? dataType.items : []
}

type Needed = Readonly<{ field: keyof Stage; member: string; value: number }>

/** The values that a stage needs from an oven, by member. A stage without a pattern is sent as a roast. */
function neededBy(stage: Stage): Needed[] {
  const needed: Needed[] = [
    { field: 'pattern', member: 'Mode', value: stagePatterns.indexOf(stage.pattern ?? 'ROAST') },
  ]
  const wants = (field: keyof Stage, member: string, value: number | boolean | null) => {
    if (value !== null) needed.push({ field, member, value: Number(value) })
  }
  wants('minutes', 'Minutes', stage.minutes)
  wants(stage.mode === 'difference' ? 'differenceC' : 'temperatureC', 'Temp', endTemperatureOf(stage))
  wants('differenceC', 'TempDifference', stage.differenceC)
  wants('coreTargetC', 'CoreTarget', stage.coreTargetC)
  wants('humidity', 'Humidity', stage.humidity)
  wants('fan', 'FanSpeed', stage.fan)
  if (stage.reverse === true) wants('reverse', 'FanReverse', true)
  wants('preset', 'Preset', stage.preset)
  if (stage.pauseBefore) wants('pauseBefore', 'Pause', true)
  // Every oven can end a stage by time or by the core: a core target distinguishes the two. The others are sent by name.
  if (stage.mode === 'difference' || stage.mode === 'preset')
    needed.push({ field: 'mode', member: 'EndsBy', value: cookingModes.indexOf(stage.mode) })
  return needed
}

/** Why a recipe does not fit a model: each stage and field with its limit. The same in form, server and simulator. */
export function fitsProduct(content: Pick<RecipeContent, 'stages' | 'preheat'>, model: ThingModel): Problem[] {
  const taken = takenBy(model)
  if (taken === null) return [{ path: 'productIds', key: 'recipe.fitNoProgram' }]
  const { stages } = content
  const problems: Problem[] =
    stages.length > taken.size ? [{ path: 'stages', key: 'recipe.fitTooMany', params: { max: taken.size } }] : []
  for (const [index, stage] of stages.entries())
    for (const needed of neededBy(stage)) {
      const why = whyNot(taken, needed, index + 1)
      if (why === undefined) continue
      // A sent value may be the sum of several fields, such as an end temperature with a difference, and then no field
      // has a nearest value.
      const isOwn = stage[needed.field] === needed.value
      const nearest = isOwn ? nearestOf(taken.members.get(needed.member), needed.value) : undefined
      problems.push({ path: `stages.${index}.${needed.field}`, ...why, ...(nearest === undefined ? {} : { nearest }) })
    }
  return [...problems, ...preheatFit(content, taken)]
}

type Why = Readonly<{ key: RecipeKey; params: unknown }>

function whyNot({ members }: Taken, { field, member: identifier, value }: Needed, stage: number): Why | undefined {
  const member = members.get(identifier)
  if (member === undefined) return { key: 'recipe.fitNoMember', params: { stage, field } }
  const checked = checkValue(member, value, 'down')
  if (checked.ok) return undefined
  const { dataType } = member
  if (checked.reason === 'range' && 'min' in dataType)
    return { key: 'recipe.fitRange', params: { stage, field, min: dataType.min, max: dataType.max } }
  if (checked.reason === 'step' && 'min' in dataType)
    return { key: 'recipe.fitStep', params: { stage, field, step: dataType.step ?? 1 } }
  // The model requires a whole number, but the recipe has a tenth of a degree.
  if (checked.reason === 'type' && dataType.type === 'int')
    return { key: 'recipe.fitStep', params: { stage, field, step: dataType.step ?? 1 } }
  return { key: 'recipe.fitChoice', params: { stage, field } }
}

/** The nearest value within range and step; undefined if there is neither. */
function nearestOf(member: Member | undefined, value: number): number | undefined {
  if (member === undefined || !('min' in member.dataType)) return undefined
  const { min, max, step = 1 } = member.dataType
  const onStep = min + Math.round((Math.min(Math.max(value, min), max) - min) / step) * step
  return Number((onStep > max ? onStep - step : onStep).toFixed(1))
}

/** Preheating by load stops at the maximum by itself; a temperature of one's own must be one the oven heats to. */
function preheatFit({ preheat, stages }: Pick<RecipeContent, 'stages' | 'preheat'>, { members }: Taken): Problem[] {
  const temperature = members.get('Temp')
  if (preheat.mode !== 'custom' || temperature === undefined) return []
  const target = preheatTargetOf(preheat, stages)
  if (target === null || checkValue(temperature, target, 'down').ok) return []
  const { dataType } = temperature
  if (!('min' in dataType)) return []
  const params = { min: dataType.min, max: dataType.max, step: dataType.step ?? 1 }
  return [{ path: 'preheat.temperatureC', key: 'recipe.fitPreheat', params }]
}

/** Names that the panel of a model does not show whole. */
export function panelNotesOf(content: RecipeContent, model: ThingModel): Problem[] {
  const name = model.properties.find(({ identifier }) => identifier.split(':').at(-1) === 'RecipeName')
  return panelNotes(content, name?.dataType.type === 'text' ? name.dataType.length : undefined)
}
