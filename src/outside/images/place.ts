import { join } from 'node:path'
import type { Settings } from '../../config/index.ts'
import type { FilesPlace } from './bucket-files.ts'
import { filesInFolder } from './folder-files.ts'
import type { ImageFiles } from './image-files.ts'

export type ImagePlace = Pick<
  Settings,
  | 'dataFolder'
  | 'imageStore'
  | 'imageStoreEndpoint'
  | 'imageStoreRegion'
  | 'imageStoreKey'
  | 'imageStoreSecret'
>

/** Images in a data folder. */
export const inFolder = (dataFolder: string): ImagePlace => ({
  dataFolder,
  imageStore: '',
  imageStoreEndpoint: '',
  imageStoreRegion: '',
  imageStoreKey: '',
  imageStoreSecret: '',
})

/** The files of images, where the settings say: in the data folder, or in a bucket. Nothing is read or made yet. */
export const imageFilesOf = async (settings: ImagePlace): Promise<ImageFiles> =>
  settings.imageStore
    ? (await import('./bucket-files.ts')).filesInBucket(bucketOf(settings))
    : filesInFolder(join(settings.dataFolder, 'uploads'))

/** The address of a bucket: as its own host where the endpoint says so or there is none, else in the path. */
export function bucketOf(settings: ImagePlace): FilesPlace {
  const { imageStoreRegion: region, imageStoreEndpoint: endpoint } = settings
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(settings.imageStore) ?? []
  return {
    url: endpoint ? urlAt(endpoint, bucket) : urlAtAmazon(bucket, region),
    region,
    prefix: path && `${path}/`,
    key: settings.imageStoreKey,
    secret: settings.imageStoreSecret,
  }
}

const urlAt = (endpoint: string, bucket: string) =>
  endpoint.includes('{bucket}')
    ? `${endpoint.replace('{bucket}', bucket)}/`
    : `${endpoint}/${bucket}/`

function urlAtAmazon(bucket: string, region: string) {
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  // a certificate for all buckets covers no dots
  return bucket.includes('.') ? `https://${host}/${bucket}/` : `https://${bucket}.${host}/`
}
