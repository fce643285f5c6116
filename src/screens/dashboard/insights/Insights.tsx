import type { ComponentType } from 'react'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'

/** The cards of what the gateway tells beyond the documented calls. Their scripts load after the first figures. */
const late = <Props extends object>(load: () => Promise<ComponentType<Props>>) => lazyComponent(load)

export const HeatmapCard = late(async () => (await import('./Heatmap.tsx')).HeatmapCard)
export const FunnelCard = late(async () => (await import('./Funnel.tsx')).FunnelCard)
export const CallbacksCard = late(async () => (await import('./Callbacks.tsx')).CallbacksCard)
export const PlatformCard = late(async () => (await import('./Platform.tsx')).PlatformCard)
export const MoversCard = late(async () => (await import('./Platform.tsx')).MoversCard)
