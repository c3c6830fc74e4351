import { formatNumber, formatShare } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { StateShape, type StateShapeName } from '../icon/state-shape.tsx'
import { Box, Grid, Row, Text } from '../layout/layout.tsx'
import { uiText } from '../ui.text.ts'
import css from './list-page.module.css'

export type Total = {
  key: string
  label: string
  shape?: StateShapeName
  /** Undefined while it is being counted. */
  count: number | undefined
  /** The share is a fraction of this value; without it, and of none, no share is shown. */
  of?: number | undefined
  /** A figure that is only read, and is not a filter. */
  isStill?: boolean
}

type Props = { label: string; totals: readonly Total[]; active: string | null; onChoose: (key: string) => void }

/** More than this stand in two rows of similar length. */
const maxPerRow = 10

/** Totals are buttons that set the filter; the active one is tinted and underlined. */
export function TotalsStrip({ label, totals, active, onChoose }: Props) {
  const w = useWords(uiText)
  /** The name of a figure that is only read, which its content does not give it. */
  const said = ({ label: name, count, of }: Total): string | undefined =>
    count === undefined
      ? undefined
      : [`${name} ${formatNumber(count)}`, ...(isShared(of) ? [formatShare(count, of)] : [])].join(w.apart)
  const cells = totals.length > maxPerRow ? Math.ceil(totals.length / 2) : totals.length
  return (
    <Grid
      margin="0 24"
      border="line"
      radius="m"
      overflow="hidden"
      rigid
      className={css.strip}
      role="group"
      aria-label={label}
      style={{ '--cells': cells }}
    >
      {totals.map((total) =>
        total.isStill === true ? (
          <div key={total.key} className={`${css.cell} ${css.still}`} role="group" aria-label={said(total)}>
            <Content {...total} />
          </div>
        ) : (
          <button
            key={total.key}
            type="button"
            className={css.cell}
            aria-pressed={total.key === active}
            onClick={() => onChoose(total.key)}
          >
            <Content {...total} />
          </button>
        ),
      )}
    </Grid>
  )
}

const isShared = (of: number | undefined): of is number => of !== undefined && of !== 0

/** Figure and share are read apart: “Online 16, 94%”. */
function Content({ label, shape, count, of }: Total) {
  const w = useWords(uiText)
  return (
    <>
      <Row.span inline gap="6" align="center" size="xs" line="16" tone="ink-2" cut>
        {shape === undefined ? null : <StateShape name={shape} />}
        <span>{label}</span>
      </Row.span>
      <Text size="l" line="24" weight="600" nowrap className={css.figure}>
        {count === undefined ? (
          <Box.span height="12" radius="xs" ground="line" block className={css.bone} />
        ) : (
          formatNumber(count)
        )}
        {count === undefined || !isShared(of) ? null : (
          <>
            <span className="vh">{w.apart.trim()}</span>{' '}
            <Text.small size="xs" weight="400" tone="ink-4">
              {formatShare(count, of)}
            </Text.small>
          </>
        )}
      </Text>
    </>
  )
}
