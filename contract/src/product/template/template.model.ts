import { z } from 'zod'
import { Id, Instant, Time } from '../../field.ts'
import { unseenTexts } from '../../letters/unseen-texts.rules.ts'
import { Identifier } from '../../thing-model/thing-model.model.ts'

/**
 * Templates define how the phone app shows a product (spec 1 "network configuration wizard", spec 7 templates). Each of the
 * five has a draft and a published version. A template refers to functions by identifier. It holds its texts in English and
 * Chinese; other languages use the key of language.rules.ts, which is built from an element's `id`, so the order may change.
 */

export const templateKinds = [
  'distribution-network',
  'params-info',
  'device-control',
  'params-edit',
  'temperature-control',
] as const
export const TemplateKind = z.enum(templateKinds)
export type TemplateKind = z.output<typeof TemplateKind>

export const templateLimits = { steps: 10, groups: 10, items: 40, controls: 40, zones: 6, presets: 12 } as const

/** An internal id that never changes while its element exists. The console generates it at random. */
export const ElementId = z.string().regex(/^[a-z0-9]{4,12}$/)
const words = (max: number) =>
  z.strictObject({
    en: z.string().trim().min(1, 'field.required').max(max),
    zh: z.string().trim().min(1, 'field.required').max(max),
  })
/** By default the function's own name. */
const Label = words(30).optional()

/** Words in other languages are found by the id of their element, so no id occurs twice in a template. */
function distinctIds(content: unknown): boolean {
  const ids: string[] = []
  const gather = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'id' && typeof inner === 'string') ids.push(inner)
      else gather(inner)
    }
  }
  gather(content)
  return new Set(ids).size === ids.length
}
const twice = 'product.sameElement'

// Network configuration wizard --------------------------------------------------------------------------------------

/** The ways to bring an appliance into a network. */
export const networkingModes = ['hotspot', 'smart-config', 'bluetooth', 'qr-code', 'cable'] as const
export const NetworkingMode = z.enum(networkingModes)
export type NetworkingMode = z.output<typeof NetworkingMode>

export const NetworkStep = z.strictObject({
  id: ElementId,
  title: words(30),
  text: words(200),
  /** A picture of at most 2 MB, uploaded as `guide`; left out: none. */
  imageFileId: z.string().max(64).optional(),
  /** The label of the button that continues. */
  button: words(16),
})
export type NetworkStep = z.output<typeof NetworkStep>
export const NetworkTemplate = z.strictObject({
  /** The first entry is offered first. */
  modes: z
    .array(
      z.strictObject({
        mode: NetworkingMode,
        /** Prefix of the appliance's own hotspot or Bluetooth name: `Brigade_`. Empty: no search. */
        namePrefix: z.string().trim().max(20).default(''),
        /** How long the app waits for the appliance. */
        timeoutS: z.int().min(30).max(600),
        steps: z.array(NetworkStep).min(1, 'product.noSteps').max(templateLimits.steps),
      }),
    )
    .min(1, 'product.noModes')
    .refine((modes) => new Set(modes.map(({ mode }) => mode)).size === modes.length, 'product.sameMode')
    .refine(distinctIds, twice),
})
export type NetworkTemplate = z.output<typeof NetworkTemplate>

// Display and editing -------------------------------------------------------------------------------------------------

const Group = <T extends z.ZodType<{ id: string }>>(item: T) =>
  z.strictObject({
    id: ElementId,
    title: words(30),
    items: z.array(item).min(1, 'product.noItems').max(templateLimits.items),
  })
const groupsOf = <T extends z.ZodType<{ id: string }>>(item: T) =>
  z.strictObject({
    groups: z.array(Group(item)).min(1, 'product.noGroups').max(templateLimits.groups).refine(distinctIds, twice),
  })

/** Params info: which properties the app shows, in groups. */
export const InfoItem = z.strictObject({
  id: ElementId,
  property: Identifier,
  label: Label,
  /** Large figures come first on the app's page. */
  emphasis: z.boolean(),
})
export const InfoTemplate = groupsOf(InfoItem)
export type InfoTemplate = z.output<typeof InfoTemplate>

/** Params edit: the writable properties that a person may set in the app, and the control of each. */
export const editControls = ['switch', 'slider', 'stepper', 'choice', 'input', 'time'] as const
export const EditItem = z.strictObject({
  id: ElementId,
  property: Identifier,
  label: Label,
  control: z.enum(editControls),
  /** The app asks before it sends. */
  confirm: z.boolean(),
})
export const EditTemplate = groupsOf(EditItem)
export type EditTemplate = z.output<typeof EditTemplate>

// Control panel -------------------------------------------------------------------------------------------------------

/** Action of a control: set a property (a bool is toggled), call a service, or open the page of editing or of figures. */
export const clickActions = ['set', 'call', 'open-edit', 'open-info'] as const
export const ClickAction = z.enum(clickActions)
export type ClickAction = z.output<typeof ClickAction>

export const controlIcons = [
  'power',
  'play',
  'stop',
  'light',
  'fan',
  'steam',
  'temperature',
  'door',
  'defrost',
  'wash',
  'timer',
  'settings',
] as const
export const Control = z.strictObject({
  id: ElementId,
  icon: z.enum(controlIcons),
  label: words(16),
  action: ClickAction,
  /** `set`: a writable property of bool or enum. `call`: a service. Left out with the others. */
  identifier: Identifier.optional(),
  /** Number of columns that it spans, out of two. */
  width: z.union([z.literal(1), z.literal(2)]),
  confirm: z.boolean(),
})
export type Control = z.output<typeof Control>
export const ControlTemplate = z.strictObject({
  /** A reading shown large above the controls; left out: none. */
  headline: Identifier.optional(),
  controls: z
    .array(
      Control.refine(
        ({ action, identifier }) => (action === 'set' || action === 'call') === (identifier !== undefined),
        { message: 'product.controlFunction', path: ['identifier'] },
      ),
    )
    .min(1, 'product.noControls')
    .max(templateLimits.controls)
    .refine(distinctIds, twice),
})
export type ControlTemplate = z.output<typeof ControlTemplate>

// Temperature control ----------------------------------------------------------------------------------------------------

export const TemperatureZone = z.strictObject({
  id: ElementId,
  name: words(16),
  /** A number the device reports, and the writable number that sets it. */
  current: Identifier,
  target: Identifier,
  humidity: Identifier.optional(),
  /** A writable bool. */
  power: Identifier.optional(),
})
export const TemperatureTemplate = z
  .strictObject({
    zones: z.array(TemperatureZone).min(1, 'product.noZones').max(templateLimits.zones),
    /** °C; offered with each zone that has a suitable target: within its range, on its step. */
    presets: z
      .array(z.strictObject({ id: ElementId, name: words(16), temperatureC: z.number().min(-100).max(500) }))
      .max(templateLimits.presets),
  })
  .refine(distinctIds, { message: twice, path: ['zones'] })
export type TemperatureTemplate = z.output<typeof TemperatureTemplate>

export const templateContents = {
  'distribution-network': NetworkTemplate,
  'params-info': InfoTemplate,
  'device-control': ControlTemplate,
  'params-edit': EditTemplate,
  'temperature-control': TemperatureTemplate,
} as const satisfies Record<TemplateKind, z.ZodType>
export type TemplateContents = { readonly [K in TemplateKind]: z.output<(typeof templateContents)[K]> }

// Draft and published -------------------------------------------------------------------------------------------------------

/** A place of a template with a function that the published thing model does not have, or no longer has in a suitable form. */
export const TemplateFault = z.object({
  /** The path within the content: `groups.0.items.3.property`. */
  path: z.string(),
  identifier: z.string(),
  reason: z.enum(['missing', 'notWritable', 'wrongType', 'outOfRange']),
})
export type TemplateFault = z.output<typeof TemplateFault>

export const TemplateStamp = z.object({ at: Instant, by: z.string() })

/** `draft` is null if it equals the published content, `updatedAt` if it was never saved. */
export const templateState = <T extends z.ZodType>(content: T) =>
  z.object({
    draft: content.nullable(),
    published: content.nullable(),
    updatedAt: Instant.nullable(),
    drafted: TemplateStamp.nullable(),
    publishedBy: TemplateStamp.nullable(),
    /** Faults of the draft, or of the published version if there is no draft. */
    faults: z.array(TemplateFault),
  })

/**
 * Refuses texts without a visible character at their places. A stored one is shown, and refused when it is saved again.
 */
export const asTyped = <T extends z.ZodType>(content: T): T =>
  content.superRefine((value, ctx) => {
    for (const { path, fault } of unseenTexts(value))
      ctx.addIssue({ code: 'custom', message: fault.key, params: fault.params, path: [...path], input: value })
  })

/**
 * `updatedAt` is that of the state it is based on, null for the first; if somebody has saved since, it is refused
 * (409).
 */
export const templateSave = <T extends z.ZodType>(content: T) =>
  z.strictObject({ productId: Id, content: asTyped(content), updatedAt: Time.nullable() })
