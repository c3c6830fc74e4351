import { defaultLocale, locales, type Locale } from '@brigade/contract/locale.ts'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useLocaleState, useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { oneOf, remembered } from '../../platform/remember.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { useDocumentTitle } from '../../shell/use-document-title.ts'
import { Grid, Stack, Text } from '../../ui/layout/layout.tsx'
import { CentreFigures } from './centre-figures.tsx'
import { DevicePanels } from './device-panels.tsx'
import { followWall, type Looking } from './follow-wall.ts'
import { FaultPanels } from './fault-panels.tsx'
import { Ticker } from './ticker.tsx'
import { wallAccess } from './wall-access.ts'
import { WallHead } from './wall-head.tsx'
import { WallMap } from './wall-map.tsx'
import { WallNotice } from './wall-notice.tsx'
import centreCss from './centre.module.css'
import css from './wall.module.css'
import { ageOf, useWall } from './wall-store.ts'
import { wallText } from './wall.text.ts'

type Props = { locale: Locale; organisation: string | undefined }

/** The data wall in one language, whatever the account's, and always dark. */
export function WallScreen({ locale, organisation }: Props) {
  const [access] = useState(wallAccess)
  const w = useWords(wallText)
  useOwnLanguage(locale)
  useDocumentTitle(w.pageTitle)
  const isTooSmall = useIsTooSmall()
  useEffect(() => {
    if (access === null) go('/login')
  }, [access])
  if (access === null) return null
  if (isTooSmall) return <WallNotice kind="small" isLink={access.isLink} />
  return <Wall looking={{ access, organisation, locale }} />
}

/** A screen that is shown in the language of its address, not in that of the person. */
function useOwnLanguage(locale: Locale): void {
  useLayoutEffect(() => {
    useLocaleState.setState({ locale })
    return () => useLocaleState.setState({ locale: remembered('locale', oneOf(locales), defaultLocale) })
  }, [locale])
}

/** Everything on a wall is in rem: the root follows the screen while it is shown. */
function useWallRoot(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset['wall'] = ''
    return () => {
      delete document.documentElement.dataset['wall']
    }
  }, [])
}

const small = '(width < 1280px) or (height < 720px)'
const useIsTooSmall = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(small)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(small).matches,
  )

function Wall({ looking }: { looking: Looking }) {
  const { access, organisation, locale } = looking
  const { token, isLink } = access
  useWallRoot()
  useEffect(
    () => followWall({ access: { token, isLink }, organisation, locale }),
    [token, isLink, organisation, locale],
  )
  const connection = useWall((state) => state.connection)
  const hasPicture = useWall((state) => state.parts !== null && state.page !== null)
  const newsAt = useWall((state) => state.newsAt)
  const aheadMs = useWall((state) => state.aheadMs)
  const age = ageOf({ newsAt, aheadMs }, useNow(1000))
  if (connection === 'over' || connection === 'gone') return <WallNotice kind={connection} isLink={isLink} />
  return (
    <Stack
      align="center"
      justifyItems="center"
      overflow="hidden"
      ground="canvas"
      tone="ink"
      className={css.page}
      data-theme="dark"
    >
      <Grid.main overflow="hidden" className={css.wall} data-age={age} aria-busy={!hasPicture}>
        <WallHead looking={looking} />
        {hasPicture ? (
          <>
            <DevicePanels />
            <Grid.section minHeight="0" className={centreCss.middle}>
              <CentreFigures />
              <WallMap />
            </Grid.section>
            <FaultPanels />
            <Ticker />
          </>
        ) : (
          <Waiting />
        )}
      </Grid.main>
    </Stack>
  )
}

function Waiting() {
  const w = useWords(wallText)
  return (
    <Text.p tone="ink-3" across className={css.waiting}>
      {w.loading}
    </Text.p>
  )
}
