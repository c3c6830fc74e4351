import { wallLimits, type WallParts, type WallTaken } from '@brigade/contract/statistics/wall/wall.model.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { Box, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { LiveAge, TakenAge } from './age.tsx'
import panelCss from './panels.module.css'
import { serverNow, useWall } from './wall-store.ts'
import { celsius, useNameIn } from './wall-words.ts'
import { wallText } from './wall.text.ts'

/** The panels of faults, of cooked recipes and of temperature excursions. */
export function FaultPanels() {
  return (
    <Stack.section flex minHeight="0" overflow="hidden" className={panelCss.column}>
      <Faults />
      <Recipes />
      <Excursions />
    </Stack.section>
  )
}

function Faults() {
  const w = useWords(wallText)
  const nameIn = useNameIn()
  const taken = useWall((state) => state.parts?.taken ?? null)
  const faults = taken?.faults ?? null
  const { codes, others } = shownCodes(faults)
  const most = Math.max(1, ...codes.map(({ raised }) => raised))
  return (
    <div className={panelCss.panel}>
      <h2>
        {w.faultsToday}
        <TakenAge isTaken={faults !== null} />
      </h2>
      <Grid align="end" className={panelCss.two}>
        <Text.div weight="600" className={panelCss.headline} data-headline="">
          {formatNumber(faults?.raised)}
        </Text.div>
        {faults === null || faults.raised === 0 ? null : (
          <Text.p textAlign="right" nowrap>
            {w.cleared({ count: formatNumber(faults.raised - faults.open) })}
            <Text.b tone={faults.open === 0 ? undefined : 'bad'}>
              {w.stillOpen({ count: formatNumber(faults.open) })}
            </Text.b>
          </Text.p>
        )}
      </Grid>
      {faults === null ? null : faults.codes.length === 0 ? (
        <p className={panelCss.none}>{w.noFaults}</p>
      ) : (
        <Grid.ul className={panelCss.faults}>
          <li>
            <span />
            <span />
            <span>{w.all}</span>
            <span>{w.open}</span>
          </li>
          {codes.map(({ name, raised, open }) => (
            <FaultRow key={`${name.en} ${name.zh}`} name={nameIn(name)} raised={raised} open={open} most={most} />
          ))}
          {others === undefined ? null : <FaultRow name={w.otherFaults} {...others} />}
        </Grid.ul>
      )}
    </div>
  )
}

/** `most`: the number of the longest bar; by default no bar, because many codes together would outgrow those of one. */
function FaultRow({ name, raised, open, most }: { name: string; raised: number; open: number; most?: number }) {
  return (
    <li>
      <Text cut shrink className={panelCss.name}>
        {name}
      </Text>
      {most === undefined ? (
        <span />
      ) : (
        <Row.span className={panelCss.bar}>
          <Box.i block fullHeight className={panelCss.done} style={{ width: `${((raised - open) / most) * 100}%` }} />
          <Box.i block fullHeight className={panelCss.open} style={{ width: `${(open / most) * 100}%` }} />
        </Row.span>
      )}
      <Text textAlign="right" weight="600">
        {formatNumber(raised)}
      </Text>
      <Text textAlign="right" weight="600" tone={open === 0 ? undefined : 'bad'}>
        {formatNumber(open)}
      </Text>
    </li>
  )
}

type Faults = NonNullable<WallTaken['faults']>

/**
 * The most frequent codes; if there are more than fit, the last row contains all the others, so that the rows add up to
 * the figure.
 */
function shownCodes(faults: Faults | null): { codes: Faults['codes']; others?: { raised: number; open: number } } {
  if (faults === null) return { codes: [] }
  const sum = (codes: Faults['codes'], of: 'raised' | 'open') => codes.reduce((all, code) => all + code[of], 0)
  if (sum(faults.codes, 'raised') >= faults.raised) return { codes: faults.codes }
  const codes = faults.codes.slice(0, wallLimits.faults - 1)
  return { codes, others: { raised: faults.raised - sum(codes, 'raised'), open: faults.open - sum(codes, 'open') } }
}

function Recipes() {
  const w = useWords(wallText)
  const nameIn = useNameIn()
  const taken = useWall((state) => state.parts?.taken ?? null)
  const recipes = taken?.recipes ?? null
  return (
    <div className={panelCss.panel}>
      <h2>
        {w.recipes}
        <TakenAge isTaken={recipes !== null} unit={w.timesCooked} />
      </h2>
      {recipes !== null && recipes.length === 0 ? <p className={panelCss.none}>{w.noRecipes}</p> : null}
      <ol className={panelCss.ranks}>
        {(recipes ?? []).map(({ id, name, times }, index) => (
          <Grid.li key={id} align="center">
            <Text tone="ink-3">{index + 1}</Text>
            <Text cut shrink className={panelCss.name}>
              {nameIn(name)}
            </Text>
            <Text textAlign="right" weight="600">
              {formatNumber(times)}
            </Text>
          </Grid.li>
        ))}
      </ol>
    </div>
  )
}

function Excursions() {
  const w = useWords(wallText)
  const excursions = useWall((state) => state.parts?.excursions ?? null)
  return (
    <Box minHeight="0" grow className={panelCss.panel} data-live="">
      <h2>
        {w.excursions}
        <LiveAge words={excursions === null ? undefined : w.liveOpen({ count: formatNumber(excursions.open) })} />
      </h2>
      {excursions !== null && excursions.open === 0 ? <p className={panelCss.none}>{w.noExcursions}</p> : null}
      <ul className={panelCss.excursions}>
        {(excursions?.longest ?? []).map((one) => (
          <Excursion key={`${one.since} ${one.limitC} ${one.model.en}`} {...one} />
        ))}
      </ul>
    </Box>
  )
}

type Shown = NonNullable<WallParts['excursions']>['longest'][number]

/** The excess over a limit that fills the whole bar. */
const beyondC = 10

function Excursion({ since, customer, model, place, side, limitC, valueC, isWorst }: Shown) {
  const w = useWords(wallText)
  const nameIn = useNameIn()
  useNow(10_000)
  const owner = customer ?? nameIn(model)
  const where = place === null ? owner : w.customerAt({ customer: owner, place: nameIn(place) })
  const past = Math.min(1, Math.max(0, (side === 'high' ? valueC - limitC : limitC - valueC) / beyondC))
  // The permitted side is the left of a value that is too high, the right of one that is too low.
  const at = side === 'high' ? 55 + past * 43 : 45 - past * 43
  return (
    <li>
      <Text cut shrink className={panelCss.name}>
        {where}
      </Text>
      <Text textAlign="right" weight="600" nowrap className={panelCss.value}>
        {isWorst ? w.worst({ value: celsius(valueC) }) : w.value({ value: celsius(valueC) })}
      </Text>
      <Box.span alignSelf="center" ground="line" block relative className={panelCss.limit} data-side={side}>
        <i />
        <u style={{ left: `${at}%` }} />
      </Box.span>
      <Text alignSelf="center" textAlign="right" tone="ink-3" nowrap className={panelCss.sub}>
        {w.limit({
          limit: celsius(limitC),
          isHigh: side === 'high',
          time: formatDuration(Math.max(0, serverNow() - Date.parse(since))),
        })}
      </Text>
    </li>
  )
}
