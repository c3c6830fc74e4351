import { formatNumber, formatShare } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import css from './language.module.css'
import { languageText } from './language.text.ts'

type Props = { done: number; all: number; /** With how many of how many. */ isLong?: boolean }

/** Shows the coverage of a language as a full, half or empty disc with its figure. */
export function CoverageBadge({ done, all, isLong = false }: Props) {
  const w = useWords(languageText)
  const extent = all > 0 && done >= all ? 'full' : done > 0 ? 'half' : 'none'
  return (
    <Row.span inline gap="6" align="center" nowrap className={css.coverage}>
      <svg className={css[extent]} viewBox="0 0 16 16" role="img" aria-label={w[extent]}>
        <circle
          cx="8"
          cy="8"
          r="5.25"
          fill={extent === 'full' ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="1.5"
        />
        {extent === 'half' ? <path d="M8 2.750a5.250 5.250 0 0 1 0 10.500z" fill="currentColor" /> : null}
      </svg>
      <Text.b weight="500">{formatShare(done, all)}</Text.b>
      {isLong ? (
        <Text.small tone="ink-3" size="xs">
          {w.coverage({ done: formatNumber(done), all: formatNumber(all) })}
        </Text.small>
      ) : null}
    </Row.span>
  )
}
