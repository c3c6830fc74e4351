import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { wholeBrowser, wholeBrowserFolder, wholeBrowserPackages } from '../e2e/support/whole-browser.ts'
import { installWithApt, mayInstall, mayUnpack, unpackWithApt } from './apt.ts'

/** The shell alone first: it needs a quarter less time than the whole browser, which will do as well. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const packages = ['chromium-headless-shell', 'fonts-noto-cjk']

function findBrowser(): string | undefined {
  const given = process.env['CHROMIUM']
  if (given !== undefined && existsSync(given)) return given
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

/** Without one every Chinese word on a screenshot is a row of boxes, and its width is wrong. */
function hasChineseFont(): boolean {
  const listed = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  return listed.status === 0 && listed.stdout.trim() !== ''
}

/**
 * The whole browser, which keeps pages that are left, unlike the shell. It is unpacked, because nothing else here uses
 * it.
 */
export function prepareWholeBrowser(): boolean {
  if (wholeBrowser() === undefined && mayUnpack()) unpackWithApt(wholeBrowserPackages, wholeBrowserFolder())
  if (wholeBrowser() !== undefined) return true
  process.stdout.write(`Tests of pages that a browser keeps need ${wholeBrowserPackages.join(' and ')} of Debian\n`)
  return false
}

/**
 * Returns Chromium's path, installed together with a Chinese font if permitted; undefined, after one clear line, if
 * there is none.
 */
export function prepareBrowser(): string | undefined {
  const isComplete = () => findBrowser() !== undefined && hasChineseFont()
  if (!isComplete() && mayInstall()) installWithApt([...packages, 'fontconfig'])
  if (isComplete()) return findBrowser()
  process.stdout.write(
    `The browser tests need Chromium and a Chinese font. As root: apt-get install ${packages.join(' ')}\n`,
  )
  return undefined
}
