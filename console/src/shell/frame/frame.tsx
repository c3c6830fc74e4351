import { Icon } from '../../ui/icon/icon.tsx'
import { useConnection } from '../../platform/connection.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, lazy, startTransition, useEffect, useRef, useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { admitWork, isWorkWaiting, noAuthPath, putAside } from '../../platform/kept-work.ts'
import { go } from '../../platform/navigate.ts'
import { preload } from '../../platform/chunk-reload.ts'
import { ask } from '../../platform/query.ts'
import { setUser, useSession } from '../../platform/session.ts'
import { Box, Grid, Stack, Text } from '../../ui/layout/layout.tsx'
import { isClosedPage } from '../page-title.ts'
import { shellText } from '../shell.text.ts'
import { useOwnMenu } from '../use-own-menu.ts'
import css from './frame.module.css'
import { Header } from './header.tsx'
import { MisreadBanner } from './misread-banner.tsx'
import { BuildBanner } from './build-banner.tsx'
import { NoticeBanner } from './notice-banner.tsx'
import { useMenuFold } from './use-menu-fold.ts'
import { usePaletteKey } from '../palette/use-palette-key.ts'
import { formatTime } from '../../platform/format.ts'
import { leaveOpenedConsole } from '../../session/use-leave.ts'
import { Button } from '../../ui/button/button.tsx'
import { BrandMark } from '../../ui/icon/brand-mark.tsx'
import { DemoBadge } from '../demo/demo-badge.tsx'
import { LiveFoot } from './live-foot.tsx'
import { useWaitingWork } from './use-waiting-work.ts'
import { MenuList } from './menu-list.tsx'

/** A hiccup that mends itself is not worth a word. */
const patienceMs = 2500

/** Quiet words while the connection is slow or lost; what is on screen stays. */
function ConnectionBanner() {
  const w = useWords(shellText)
  const { reachable, live } = useConnection()
  const isTroubled = !reachable || live === 'lost'
  return <div role="status">{isTroubled ? <Patient text={reachable ? w.bannerLive : w.bannerLost} /> : null}</div>
}

function Patient({ text }: { text: string }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <div className={css.banner}>
      <Icon name="cloud-off" />
      {text}
    </div>
  )
}

const loadPalette = () => import('../palette/palette.tsx')
const Palette = lazy(() => loadPalette().then((module) => ({ default: module.Palette })))
const SignInDialog = lazy(() =>
  import('../../session/sign-in-dialog.tsx').then((module) => ({ default: module.SignInDialog })),
)

/** The signed-in shell: side menu, header, and the screen. */
export function Frame({ children }: { children: ReactNode }) {
  const w = useWords(shellText)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [isFolded, toggleFold] = useMenuFold(path)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  // The transition waits for code that is not loaded yet, without React's delay before it is shown.
  const openPalette = (): void => startTransition(() => setPaletteOpen(true))
  usePaletteKey(isPaletteOpen, openPalette)
  // Work that waits for the signed-in person has to be restored before the screen mounts.
  const isHeld = !useWhoIsSignedIn() && isWorkWaiting()
  useLostPage(path)
  useReadyPalette()
  const expired = useSession((session) => session.expired)
  return (
    <Grid className={`${css.shell} ${isFolded ? css.folded : ''}`}>
      <Box.a padding="6 12" ground="paper" radius="s" className={css.skip} href="#content">
        {w.skip}
      </Box.a>
      <SideMenu path={path} isFolded={isFolded} />
      <Stack flex shrink>
        <Header key={String(isHeld)} path={path} isFolded={isFolded} onFold={toggleFold} onPalette={openPalette} />
        <OpenedBanner />
        <ConnectionBanner />
        <NoticeBanner />
        <BuildBanner />
        <MisreadBanner />
        <Box.main grow shrink id="content" className={css.content} tabIndex={-1}>
          {isHeld ? null : children}
          {/* Menus, lists and dialogs open here (ui/kit/overlaid.tsx). */}
          <div id="overlays" />
        </Box.main>
      </Stack>
      <Suspense fallback={null}>
        {isPaletteOpen ? <Palette onClose={() => setPaletteOpen(false)} /> : null}
        {expired ? <SignInDialog /> : null}
      </Suspense>
    </Grid>
  )
}

/** Loads the signed-in user and the current permissions from the server; returns whether the answer has arrived. */
function useWhoIsSignedIn(): boolean {
  const user = useQuery(ask(sessionApi.user, {}))
  useOwnMenu()
  const isKnown = useSession((session) => session.user !== null) || user.error !== null
  const client = useQueryClient()
  const token = useSession((session) => session.token)
  const fetchedFor = useRef(token)
  const shownFor = useRef<string>(undefined)
  useEffect(() => {
    if (token === fetchedFor.current) return
    // Another tab signed in: as the same person, or as another one.
    fetchedFor.current = token
    void client.invalidateQueries({ queryKey: [sessionApi.user.domain] })
  }, [client, token])
  useEffect(() => {
    if (user.data === undefined) return
    // The screen belongs to another person.
    if (shownFor.current !== undefined && shownFor.current !== user.data.id) return location.reload()
    shownFor.current = user.data.id
    admitWork(user.data.id)
    setUser(user.data)
  }, [user.data])
  return isKnown
}

/** Leaves a page that the account may no longer see. Unsaved input on it is stored. */
function useLostPage(path: string): void {
  const isLost = useSession(({ menus }) => isClosedPage(menus, path))
  useEffect(() => {
    if (!isLost) return
    putAside(useSession.getState().user?.id)
    go(noAuthPath)
  }, [isLost])
}

/**
 * The palette is loaded after the screen has been shown for a while; if it is opened earlier, keys typed meanwhile are
 * passed on (early-keystrokes.ts).
 */
function useReadyPalette(): void {
  useEffect(() => {
    const timer = setTimeout(() => preload(loadPalette), 5000)
    return () => clearTimeout(timer)
  }, [])
}

/** In an opened console, the banner shows the organisation and the end time, and offers to leave. */
function OpenedBanner() {
  const w = useWords(shellText)
  const [isLeaving, setLeaving] = useState(false)
  const isOpened = useSession((session) => session.isOpened)
  const user = useSession((session) => session.user)
  if (!isOpened) return null
  const leave = (): void => {
    setLeaving(true)
    void leaveOpenedConsole()
  }
  return (
    <Text.div weight="600" className={`${css.banner} ${css.opened}`} role="status">
      <Icon name="screen" />
      {user === null || user.opened === null
        ? w.openedWaiting
        : w.opened({ organisation: user.organisation.name, time: formatTime(user.opened.until).slice(0, 16) })}
      <Button size="small" busy={isLeaving} onClick={leave}>
        {w.openedLeave}
      </Button>
    </Text.div>
  )
}

/** The side menu shows the brand, the menu of the signed-in person, that data is the demo’s, and the state of the live connection. */
function SideMenu({ path, isFolded }: { path: string; isFolded: boolean }) {
  const w = useWords(shellText)
  const menus = useSession((session) => session.menus)
  return (
    <Stack.aside flex ground="canvas" borderRight className={css.sider}>
      <a className={css.brand} href="/" aria-label={w.product}>
        <BrandMark size={24} />
        <span>{w.product}</span>
      </a>
      <MenuList label={w.mainMenu} menus={menus} path={path} isFolded={isFolded} waiting={useWaitingWork(menus)} />
      <DemoBadge />
      <LiveFoot />
    </Stack.aside>
  )
}
