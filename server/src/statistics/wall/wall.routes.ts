import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { listWallLinks, revokeLink, saveLink } from './save-link.ts'
import { readSetting, saveSetting } from './save-setting.ts'
import { readWallFaults, readWallKeywords, readWallPanel, readWallTop } from './wall-figures.ts'
import { readWallLogo, readWallPage } from './wall-page.ts'
import { watchWall } from './watch-wall.ts'

export const wallRoutes = implement(wallApi, {
  live: watchWall,
  page: readWallPage,
  logo: readWallLogo,
  users: readWallPanel('users'),
  devices: readWallPanel('devices'),
  recipes: readWallPanel('recipes'),
  faults: readWallFaults,
  keywords: readWallKeywords,
  top: readWallTop,
  setting: readSetting,
  saveSetting,
  links: listWallLinks,
  saveLink,
  revokeLink,
})
