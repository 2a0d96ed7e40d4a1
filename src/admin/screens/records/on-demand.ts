import { lazy } from 'react'

// together: the first of them that is opened loads all
const parts = () => import('./rare-parts.ts')

export const ChangeWindow = lazy(async () => ({ default: (await parts()).ChangeWindow }))
export const Images = lazy(async () => ({ default: (await parts()).Images }))
export const MergeWindow = lazy(async () => ({ default: (await parts()).MergeWindow }))
export const QuickEdit = lazy(async () => ({ default: (await parts()).QuickEdit }))
export const TermTree = lazy(async () => ({ default: (await parts()).TermTree }))
