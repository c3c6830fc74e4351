import { prepareBrowser } from '../prepare-browser.ts'
import { prepareDebianPostgres, prepareMosquitto, prepareSmtpServer, prepareSwift } from '../prepare-servers.ts'

/** Installs what the tests need of Debian, beside the checks. Each says in one line what is missing where it may not. */
prepareMosquitto()
prepareSmtpServer()
prepareSwift()
prepareDebianPostgres()
prepareBrowser()
