import { prepareBrowser, prepareWholeBrowser } from '../prepare-browser.ts'
import {
  prepareDebianPostgres,
  prepareMosquitto,
  prepareProxies,
  prepareSmtpServer,
  prepareSwift,
} from '../prepare-servers.ts'

/**
 * Installs the tests' packages from Debian, beside the checks. Each step prints in one line what is missing and may not
 * be installed.
 */
prepareMosquitto()
prepareSmtpServer()
prepareSwift()
prepareDebianPostgres()
prepareProxies()
prepareBrowser()
prepareWholeBrowser()
