import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unpackedFolder } from '@brigade/server/testing/proxy/unpacked-program.ts'

/** The whole Chromium of Debian: its shell without a window keeps no pages to go back to. */
export const wholeBrowserPackages = ['chromium', 'chromium-common'] as const
export const wholeBrowserFolder = () => join(dirname(unpackedFolder()), 'chromium')

type Launching = Readonly<{ executablePath: string; env: Readonly<Record<string, string>> }>

/**
 * Returns how to launch it, installed or unpacked with the libraries that this machine lacks; undefined if it is not
 * available.
 */
export function wholeBrowser(): Launching | undefined {
  const installed = '/usr/lib/chromium/chromium'
  if (existsSync(installed)) return { executablePath: installed, env: {} }
  const folder = wholeBrowserFolder()
  const unpacked = join(folder, installed)
  if (!existsSync(unpacked)) return undefined
  const libraries = [join(folder, 'usr/lib'), ...globSync(join(folder, 'usr/lib/*-linux-*'))]
  return { executablePath: unpacked, env: { LD_LIBRARY_PATH: libraries.join(':') } }
}
