import { minuteMs } from '@brigade/contract/time.ts'
import type { Shadow, ShadowEntry } from '@brigade/contract/telemetry/shadow.model.ts'
import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { isWritable } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useMemo } from 'react'
import { formatDuration } from '../../platform/time/duration.ts'
import { emptyValue, formatNumber, formatRecent, formatTime } from '../../platform/format.ts'
import { useLocale, useWords, type WordsOf } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { valueText, splitValue } from '../../device/view/shown-value.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { WaitRing } from '../../device/view/wait-ring.tsx'
import { deniedBy, entryOf, propertyOf, type Desired, type DeviceView } from '../../device/view/device-view.ts'
import { Box, Row as RowBox, Stack, Text } from '../../ui/layout/layout.tsx'
import css from './shadow.module.css'
import { reasonWords } from '../message/message.text.ts'
import { shadowText } from './shadow.text.ts'

/** Opens the form of desired values with these properties, or confirms that one is withdrawn. */
type Desiring = Readonly<{ onSet: (identifiers: readonly string[]) => void; onTakeBack: (identifier: string) => void }>

type Props = {
  view: DeviceView
  fresh: ReadonlySet<string>
  onRefresh: () => void
  /** Opens the field of a property in the command panel. It is absent when no command can be sent. */
  onControl?: ((identifier: string) => void) | undefined
  /** Sets desired values and takes them back. It is absent without the permission. */
  desiring?: Desiring | undefined
  /** Requests the values from the device. It is absent without the permission. */
  onRead?: (() => Promise<void>) | undefined
  /** The device has not answered the request yet. */
  isReading: boolean
}

type Refused = Shadow['refused'][number]
/** A property with a reported or a desired value, or one that its unit refuses. */
type Row = { identifier: string; entry: ShadowEntry | null; desired: Desired | null; refused: Refused | null }

function rowsOf({ list, wanted, refused }: Shadow): readonly Row[] {
  const refusedOf = (identifier: string) => refused.find((one) => one.identifier === identifier) ?? null
  const known: readonly Row[] = [
    ...list.map((entry) => ({ identifier: entry.identifier, entry, desired: entry.desired, refused: null })),
    ...wanted.map(({ identifier, ...desired }) => ({ identifier, entry: null, desired, refused: null })),
  ].map((row) => ({ ...row, refused: refusedOf(row.identifier) }))
  const others = refused.filter(({ identifier }) => !known.some((row) => row.identifier === identifier))
  return [...known, ...others.map((one) => ({ identifier: one.identifier, entry: null, desired: null, refused: one }))]
}

/** Lists the latest value of every property in the order of the thing model, beside its desired value. A bar marks a recent change. */
export function ShadowPanel({ view, fresh, onRefresh, onControl, desiring, onRead, isReading }: Props) {
  const w = useWords(shadowText)
  const { shadow, device, model } = view
  const nowMs = useNow(minuteMs)
  const rows = shadow === null ? [] : rowsOf(shadow)
  const columns = useColumns(
    view,
    {
      onControl: onControl ?? (desiring && ((identifier) => desiring.onSet([identifier]))),
      isCommand: onControl !== undefined,
      onTake: desiring?.onTakeBack,
    },
    rows.some(({ desired }) => desired !== null),
  )
  const note =
    shadow === null
      ? undefined
      : w.version({
          version: formatNumber(shadow.version),
          time: shadow.reportedAt === null ? emptyValue : formatRecent(shadow.reportedAt, nowMs),
        })
  const waits = !device.online && rows.some(({ desired }) => desired !== null)
  const canSet = model?.properties.some(isWritable) === true
  return (
    <Panel
      title={w.title}
      note={note}
      actions={
        <>
          {onRead !== undefined && model !== null ? (
            <Button
              size="small"
              look="quiet"
              icon="cpu"
              busy={isReading}
              disabledReason={device.online ? undefined : w.readOffline}
              onClick={() => void onRead().catch(() => undefined)}
            >
              {w.readNow}
            </Button>
          ) : null}
          {desiring !== undefined && model !== null && shadow !== null ? (
            <Button
              size="small"
              look="quiet"
              icon="adjust"
              disabledReason={canSet ? undefined : w.noneWritable}
              onClick={() => desiring.onSet([])}
            >
              {w.setDesired}
            </Button>
          ) : null}
          <IconButton icon="refresh" label={w.refresh} onClick={onRefresh} />
        </>
      }
    >
      {waits ? (
        <Box.p padding="8 16" ground="warn-soft" borderBottom role="status">
          {w.offlineWanted}
        </Box.p>
      ) : null}
      {shadow === null ? (
        <div className={css.waiting} aria-busy="true" />
      ) : rows.length === 0 ? (
        <EmptyPanel title={w.emptyTitle} hint={w.empty} icon="table" />
      ) : (
        <PlainTable
          label={w.title}
          columns={columns}
          rows={rows}
          rowKey={({ identifier }) => identifier}
          fresh={fresh}
        />
      )}
    </Panel>
  )
}

type Doing = {
  onControl: ((identifier: string) => void) | undefined
  /** False: the button sets a desired value. */
  isCommand: boolean
  onTake: ((identifier: string) => void) | undefined
}

/** `hasDesired`: without a desired value its column leaves its space to the identifiers beside the names. */
function useColumns(
  { model, shadow }: DeviceView,
  { onControl, isCommand, onTake }: Doing,
  hasDesired: boolean,
): readonly Column<Row>[] {
  const w = useWords(shadowText)
  const locale = useLocale()
  const units = useUnits()
  return useMemo(() => {
    const view = { model, shadow }
    const reading = { locale, units }
    const of = ({ identifier }: Row) => propertyOf(view, identifier)
    const nameOf = (row: Row): string => of(row)?.name[locale] ?? row.identifier
    return [
      ...namesOf({ w, isStacked: hasDesired, nameOf: (row) => of(row)?.name[locale] }),
      {
        key: 'type',
        title: w.dataType,
        width: 60,
        dim: true,
        cell: (row) => <TypeOf property={of(row)} />,
      },
      {
        key: 'value',
        title: w.value,
        // The width fits a date with its time.
        width: hasDesired ? 168 : 156,
        align: 'end',
        cell: (row) => <ShownValue view={view} row={row} reading={reading} />,
      },
      {
        key: 'unit',
        title: '',
        width: hasDesired ? 36 : 40,
        // Words have no unit.
        cell: (row) => (
          <Text tone="ink-3" className={css.unit}>
            {row.refused === null ? shownEntry(view, row, reading).unit : ''}
          </Text>
        ),
      },
      {
        key: 'time',
        title: w.deviceTime,
        width: 152,
        dim: true,
        cell: (row) => (row.entry === null ? '' : <span className="time">{formatTime(row.entry.deviceTime)}</span>),
      },
      {
        key: 'desired',
        title: w.desired,
        width: hasDesired ? 156 : 64,
        cell: (row) => {
          const property = of(row)
          if (row.desired === null) return <span className="faint">-</span>
          const { value } = row.desired
          return (
            <Wanted
              desired={row.desired}
              value={property === undefined ? JSON.stringify(value) : valueText(property.dataType, value, reading)}
            />
          )
        },
      },
      {
        key: 'control',
        title: '',
        width: hasDesired ? 64 : 68,
        align: 'end',
        overflows: true,
        cell: (row) => (
          <Controls row={row} name={nameOf(row)} property={of(row)} doing={{ onControl, isCommand, onTake }} />
        ),
      },
    ]
  }, [model, shadow, locale, units, w, onControl, isCommand, onTake, hasDesired])
}

type Names = Readonly<{
  w: WordsOf<typeof shadowText>
  isStacked: boolean
  nameOf: (row: Row) => string | undefined
}>

/**
 * Name and identifier in two columns, or one above the other: beside desired values, two columns would cut most names.
 */
function namesOf({ w, isStacked, nameOf }: Names): readonly Column<Row>[] {
  const identifier = (row: Row) => (
    <Text tone="ink-2" className={`mono ${css.identifier}`}>
      {row.identifier}
    </Text>
  )
  if (!isStacked)
    return [
      { key: 'identifier', title: w.identifier, width: 128, cell: identifier },
      { key: 'name', title: w.name, least: 140, cell: nameOf },
    ]
  const cell = (row: Row) => (
    <Stack.span line="18" className={css.stacked}>
      <span>{nameOf(row)}</span>
      {identifier(row)}
    </Stack.span>
  )
  return [{ key: 'name', title: w.nameAndIdentifier, least: 172, cell }]
}

type Shown = Readonly<{ view: ViewPart; row: Row; reading: Reading }>

function ShownValue({ view, row, reading }: Shown) {
  const w = useWords(shadowText)
  if (row.refused !== null) return <RefusedValue refused={row.refused} />
  if (row.entry === null) return <span className="faint">{w.neverReported}</span>
  const { text, denier } = shownEntry(view, row, reading)
  return (
    <Text.b weight="600" data-tip={denier === undefined ? undefined : denialOf(view, denier, reading, w)}>
      {text}
    </Text.b>
  )
}

const TypeOf = ({ property }: { property: Property | undefined }) => (
  <span className="mono">{property?.dataType.type}</span>
)

/** The last value, if there was one, is not the present one, so only the refusal is shown. */
function RefusedValue({ refused: { reason, time } }: { refused: Refused }) {
  const w = useWords(shadowText)
  const tip = w.refusedTip({ reason: reasonWords[reason][useLocale()], time: formatTime(time) })
  return (
    <span className="faint" data-tip={tip}>
      {w.refused}
    </span>
  )
}

type Reading = Parameters<typeof splitValue>[2]
type ViewPart = Pick<DeviceView, 'model' | 'shadow'>

/** The text and unit of a reported value. `denier` is the property that makes the value invalid now. */
function shownEntry(
  view: ViewPart,
  { identifier, entry }: Row,
  reading: Reading,
): { text: string; unit: string; denier?: string } {
  if (entry === null) return { text: '', unit: '' }
  const denier = deniedBy(view, identifier)
  if (denier !== undefined) return { text: emptyValue, unit: '', denier }
  const property = propertyOf(view, identifier)
  return property === undefined
    ? { text: JSON.stringify(entry.value), unit: '' }
    : splitValue(property.dataType, entry.value, reading)
}

/** Explains why a reported value is not shown: `Core probe: Unplugged`. */
function denialOf(view: ViewPart, denier: string, reading: Reading, w: WordsOf<typeof shadowText>): string | undefined {
  const property = propertyOf(view, denier)
  if (property === undefined) return undefined
  const value = entryOf(view, denier)?.value
  return w.deniedBy({ name: property.name[reading.locale], value: valueText(property.dataType, value, reading) })
}

type ControlsProps = { row: Row; name: string; property: Property | undefined; doing: Doing }

/** The buttons of a row take back a kept desired value, or set a property that can be written. */
function Controls({ row, name, property, doing: { onControl, isCommand, onTake } }: ControlsProps) {
  const w = useWords(shadowText)
  const canTake = onTake !== undefined && row.desired !== null && row.desired.commandId === null
  const canControl = onControl !== undefined && property !== undefined && isWritable(property)
  return (
    <span>
      {canTake ? (
        <IconButton size="small" icon="x" label={w.takeBack({ name })} onClick={() => onTake(row.identifier)} />
      ) : null}
      {canControl ? (
        <IconButton
          size="small"
          icon="adjust"
          label={isCommand ? w.setProperty({ name }) : w.setOne({ name })}
          onClick={() => onControl(row.identifier)}
        />
      ) : null}
    </span>
  )
}

/** Shows a desired value with its age: a command is open, or the value is kept until the device has it. */
function Wanted({ value, desired }: { value: string; desired: Desired }) {
  const w = useWords(shadowText)
  const isKept = desired.commandId === null
  const ageMs = Math.max(0, useNow(1000) - Date.parse(desired.since))
  const origin = { version: desired.version, time: formatTime(desired.since) }
  const duration = formatDuration(ageMs)
  return (
    <RowBox.span inline gap="6" align="center" middle data-tip={isKept ? w.keptTip(origin) : w.pendingTip(origin)}>
      {isKept ? null : <WaitRing share={ageMs / minuteMs} />}
      <Text.b weight="600" tone="warn">
        {value}
      </Text.b>
      <Text size="xs" tone="ink-3">
        {isKept ? w.kept({ duration }) : w.pending({ duration })}
      </Text>
    </RowBox.span>
  )
}
