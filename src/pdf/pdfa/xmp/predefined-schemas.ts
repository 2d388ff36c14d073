/**
 * The properties that the XMP Specification has, which PDF/A takes without a description of theirs: those of January 2004
 * in part 1 (ISO 19005-1 6.7.9), those of September 2005 in parts 2 and 3 (ISO 19005-2 6.6.2.3.1).
 */

/** Names by their type, with what a value must look like besides. */
type Schema = {
  namespace: string
  /** Where only part 1, or only parts 2 and 3, have it. */
  part?: 1 | 2
  properties: Record<string, string>
  choices?: Record<string, RegExp>
}

export const STRUCTURES: Record<string, Omit<Schema, 'part'>> = {
  dimensions: {
    namespace: 'http://ns.adobe.com/xap/1.0/sType/Dimensions#',
    properties: { real: 'w h', text: 'unit' },
  },
  font: {
    namespace: 'http://ns.adobe.com/xap/1.0/sType/Font#',
    properties: {
      text: 'fontName fontFamily fontFace fontType versionString fontFileName',
      boolean: 'composite',
      'seq text': 'childFontFiles',
    },
  },
  thumbnail: {
    namespace: 'http://ns.adobe.com/xap/1.0/g/img/',
    properties: { integer: 'height width', text: 'format image' },
    choices: { format: /^JPEG$/ },
  },
  colorant: {
    namespace: 'http://ns.adobe.com/xap/1.0/g/',
    properties: {
      text: 'swatchName mode type',
      real: 'cyan magenta yellow black L',
      integer: 'red green blue A B',
    },
    choices: { mode: /^(?:CMYK|RGB|LAB)$/, type: /^(?:PROCESS|SPOT)$/ },
  },
  resourceevent: {
    namespace: 'http://ns.adobe.com/xap/1.0/sType/ResourceEvent#',
    properties: { text: 'action instanceID parameters softwareAgent', date: 'when' },
  },
  resourceref: {
    namespace: 'http://ns.adobe.com/xap/1.0/sType/ResourceRef#',
    properties: {
      text: 'instanceID documentID versionID renditionClass renditionParams manager managerVariant manageTo manageUI',
    },
  },
  version: {
    namespace: 'http://ns.adobe.com/xap/1.0/sType/Version#',
    properties: { text: 'comments modifier version', resourceevent: 'event', date: 'modifyDate' },
  },
  job: { namespace: 'http://ns.adobe.com/xap/1.0/sType/Job#', properties: { text: 'name id url' } },
  flash: {
    namespace: 'http://ns.adobe.com/exif/1.0/',
    properties: { boolean: 'Fired Function RedEyeMode', text: 'Return Mode' },
    choices: { Return: /^[023]$/, Mode: /^[0-3]$/ },
  },
  'oecf/sfr': {
    namespace: 'http://ns.adobe.com/exif/1.0/',
    properties: { integer: 'Columns Rows', 'seq text': 'Names Values' },
  },
  cfapattern: {
    namespace: 'http://ns.adobe.com/exif/1.0/',
    properties: { integer: 'Columns Rows', 'seq integer': 'Values' },
  },
  devicesettings: {
    namespace: 'http://ns.adobe.com/exif/1.0/',
    properties: { integer: 'Columns Rows', 'seq text': 'Settings' },
  },
  time: {
    namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
    properties: { integer: 'value', text: 'scale' },
  },
  timecode: {
    namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
    properties: { text: 'timeValue timeFormat' },
    choices: {
      timeValue: /^\d\d(?::\d\d:\d\d:\d\d|;\d\d;\d\d;\d\d)$/,
      timeFormat: /^(?:24|25|2997Drop|2997NonDrop|30|50|5994Drop|5994NonDrop|60|23976)Timecode$/,
    },
  },
  marker: {
    namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
    properties: { any: 'startTime duration', text: 'comment name location target type' },
    choices: { type: /^(?:Chapter|Cue|Beat|Track|Index)$/ },
  },
  media: {
    namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
    properties: { text: 'path track webStatement', time: 'startTime duration', boolean: 'managed' },
  },
  projectlink: {
    namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
    properties: { text: 'path type' },
    choices: { type: /^(?:movie|still|audio|custom)$/ },
  },
  beatsplicestretch: {
    namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
    properties: { boolean: 'useFileBeatsMarker', real: 'riseInDecibel', time: 'riseInTimeDuration' },
  },
  resamplestretch: {
    namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
    properties: { text: 'quality' },
    choices: { quality: /^(?:High|Medium|Low)$/ },
  },
  timescalestretch: {
    namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
    properties: { real: 'frameSize frameOverlappingPercentage', text: 'quality' },
    choices: { quality: /^(?:High|Medium|Low)$/ },
  },
}

export const SCHEMAS: Schema[] = [
  {
    namespace: 'http://www.aiim.org/pdfa/ns/id/',
    properties: { integer: 'part', text: 'amd conformance' },
    choices: { conformance: /^[ABU]$/ },
  },
  { namespace: 'http://www.aiim.org/pdfa/ns/id/', part: 2, properties: { text: 'corr' } },
  {
    namespace: 'http://purl.org/dc/elements/1.1/',
    properties: {
      'bag text': 'contributor publisher relation subject type',
      'bag locale': 'language',
      text: 'coverage identifier source',
      'seq text': 'creator',
      'seq date': 'date',
      'lang alt': 'description rights title',
      mimetype: 'format',
    },
  },
  {
    namespace: 'http://ns.adobe.com/xap/1.0/',
    properties: {
      'bag text': 'Advisory Identifier',
      text: 'BaseURL CreatorTool Nickname',
      date: 'CreateDate MetadataDate ModifyDate',
      'alt thumbnail': 'Thumbnails',
    },
  },
  { namespace: 'http://ns.adobe.com/xap/1.0/', part: 2, properties: { text: 'Label', real: 'Rating' } },
  {
    namespace: 'http://ns.adobe.com/xap/1.0/rights/',
    properties: {
      text: 'Certificate WebStatement',
      boolean: 'Marked',
      'bag text': 'Owner',
      'lang alt': 'UsageTerms',
    },
  },
  {
    namespace: 'http://ns.adobe.com/xap/1.0/mm/',
    properties: {
      resourceref: 'DerivedFrom ManagedFrom RenditionOf',
      text: 'DocumentID InstanceID Manager ManageTo ManageUI ManagerVariant RenditionClass RenditionParams VersionID LastURL',
      'seq resourceevent': 'History',
      'seq version': 'Versions',
      integer: 'SaveID',
    },
  },
  { namespace: 'http://ns.adobe.com/xap/1.0/bj/', properties: { 'bag job': 'JobRef' } },
  {
    namespace: 'http://ns.adobe.com/xap/1.0/t/pg/',
    properties: { dimensions: 'MaxPageSize', integer: 'NPages' },
  },
  {
    namespace: 'http://ns.adobe.com/xap/1.0/t/pg/',
    part: 2,
    properties: { 'bag font': 'Fonts', 'seq colorant': 'Colorants', 'seq text': 'PlateNames' },
  },
  { namespace: 'http://ns.adobe.com/pdf/1.3/', properties: { text: 'Keywords PDFVersion Producer' } },
  {
    namespace: 'http://ns.adobe.com/photoshop/1.0/',
    properties: {
      text:
        'AuthorsPosition CaptionWriter Category City Country Credit Headline Instructions Source State ' +
        'TransmissionReference',
      date: 'DateCreated',
      integer: 'Urgency',
    },
  },
  {
    namespace: 'http://ns.adobe.com/photoshop/1.0/',
    part: 1,
    properties: { text: 'SupplementalCategories' },
  },
  {
    namespace: 'http://ns.adobe.com/photoshop/1.0/',
    part: 2,
    properties: { 'bag text': 'SupplementalCategories' },
  },
  {
    namespace: 'http://ns.adobe.com/exif/1.0/',
    part: 1,
    properties: { text: 'MakerNote ExifVersion FlashpixVersion', integer: 'GPSMeasureMode' },
    choices: { ExifVersion: /^0210$/, FlashpixVersion: /^0100$/, GPSMeasureMode: /^[23]$/ },
  },
  {
    namespace: 'http://ns.adobe.com/exif/1.0/',
    part: 2,
    properties: { text: 'ExifVersion FlashpixVersion GPSMeasureMode' },
  },
  {
    namespace: 'http://ns.adobe.com/tiff/1.0/',
    properties: {
      integer:
        'ImageWidth ImageLength SamplesPerPixel Compression PhotometricInterpretation Orientation PlanarConfiguration ' +
        'YCbCrPositioning ResolutionUnit',
      'seq integer': 'BitsPerSample TransferFunction YCbCrSubSampling',
      text: 'XResolution YResolution Make Model Software Artist',
      'seq text': 'WhitePoint PrimaryChromaticities YCbCrCoefficients ReferenceBlackWhite',
      date: 'DateTime',
      'lang alt': 'ImageDescription Copyright',
    },
    choices: {
      Compression: /^[16]$/,
      PhotometricInterpretation: /^[26]$/,
      Orientation: /^[1-8]$/,
      PlanarConfiguration: /^[12]$/,
      YCbCrPositioning: /^[12]$/,
      ResolutionUnit: /^[23]$/,
      YCbCrSubSampling: /^2,[12]$/,
    },
  },
  {
    namespace: 'http://ns.adobe.com/exif/1.0/',
    properties: {
      text:
        'CompressedBitsPerPixel RelatedSoundFile ExposureTime FNumber SpectralSensitivity ShutterSpeedValue ' +
        'ApertureValue BrightnessValue ExposureBiasValue MaxApertureValue SubjectDistance FocalLength FlashEnergy ' +
        'FocalPlaneXResolution FocalPlaneYResolution ExposureIndex DigitalZoomRatio ImageUniqueID GPSVersionID ' +
        'GPSAltitude GPSSatellites GPSDOP GPSSpeed GPSTrack GPSImgDirection GPSMapDatum GPSDestBearing ' +
        'GPSDestDistance GPSProcessingMethod GPSAreaInformation GPSStatus GPSSpeedRef GPSTrackRef ' +
        'GPSImgDirectionRef GPSDestBearingRef GPSDestDistanceRef',
      gpscoordinate: 'GPSLatitude GPSLongitude GPSDestLatitude GPSDestLongitude',
      integer:
        'PixelXDimension PixelYDimension FocalLengthIn35mmFilm ExposureProgram MeteringMode FocalPlaneResolutionUnit ' +
        'SensingMethod FileSource SceneType CustomRendered ExposureMode WhiteBalance SceneCaptureType GainControl ' +
        'Contrast Saturation Sharpness SubjectDistanceRange GPSAltitudeRef GPSDifferential ColorSpace LightSource',
      'seq integer': 'ISOSpeedRatings SubjectArea SubjectLocation ComponentsConfiguration',
      'lang alt': 'UserComment',
      date: 'DateTimeOriginal DateTimeDigitized GPSTimeStamp',
      flash: 'Flash',
      'oecf/sfr': 'OECF SpatialFrequencyResponse',
      cfapattern: 'CFAPattern',
      devicesettings: 'DeviceSettingDescription',
    },
    choices: {
      ComponentsConfiguration: /^(?:4,5,6,0|1,2,3,0)$/,
      ExposureProgram: /^[0-8]$/,
      MeteringMode: /^(?:[0-6]|255)$/,
      FocalPlaneResolutionUnit: /^[23]$/,
      SensingMethod: /^[1-8]$/,
      FileSource: /^3$/,
      SceneType: /^1$/,
      CustomRendered: /^[01]$/,
      ExposureMode: /^[0-2]$/,
      WhiteBalance: /^[01]$/,
      SceneCaptureType: /^[0-3]$/,
      GainControl: /^[0-4]$/,
      Contrast: /^[0-2]$/,
      Saturation: /^[0-2]$/,
      Sharpness: /^[0-2]$/,
      SubjectDistanceRange: /^[0-3]$/,
      GPSAltitudeRef: /^[01]$/,
      GPSDifferential: /^[01]$/,
      GPSStatus: /^[AV]$/,
      GPSSpeedRef: /^[KMN]$/,
      GPSTrackRef: /^[TM]$/,
      GPSImgDirectionRef: /^[TM]$/,
      GPSDestBearingRef: /^[TM]$/,
      GPSDestDistanceRef: /^[KMN]$/,
    },
  },
  {
    namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
    part: 2,
    properties: {
      projectlink: 'projectRef',
      text:
        'videoFrameRate videoPixelAspectRatio videoCompressor audioCompressor speakerPlacement fileDataRate tapeName ' +
        'altTapeName scene shotName shotLocation logComment absPeakAudioFilePath relativePeakAudioFilePath artist album ' +
        'genre copyright composer engineer instrument videoPixelDepth videoColorSpace videoAlphaMode videoFieldOrder ' +
        'pullDown audioSampleType audioChannelType key stretchMode timeSignature scaleType',
      dimensions: 'videoFrameSize',
      boolean: 'videoAlphaUnityIsTransparent loop',
      colorant: 'videoAlphaPremultipleColor',
      integer: 'audioSampleRate trackNumber',
      timecode: 'startTimecode altTimecode',
      time: 'duration introTime outCue relativeTimestamp',
      date: 'shotDate videoModDate audioModDate metadataModDate releaseDate',
      'seq marker': 'markers',
      'bag media': 'contributedMedia',
      real: 'tempo numberOfBeats',
      timescalestretch: 'timeScaleParams',
      resamplestretch: 'resampleParams',
      beatsplicestretch: 'beatSpliceParams',
    },
    choices: {
      videoPixelDepth: /^(?:8Int|16Int|32Int|32Float)$/,
      videoColorSpace: /^(?:sRGB|CCIR-601|CCIR-709)$/,
      videoAlphaMode: /^(?:straight|pre-multiplied)$/,
      videoFieldOrder: /^(?:Upper|Lower|Progressive)$/,
      pullDown: /^(?:WSSWW|SSWWW|SWWWS|WWWSS|WWSSW)(?:_24p)?$/,
      audioSampleType: /^(?:8Int|16Int|32Int|32Float)$/,
      audioChannelType: /^(?:Mono|Stereo|5\.1|7\.1)$/,
      key: /^(?:[ACDFG]#?|[BE])$/,
      stretchMode: /^(?:Fixed length|Time-Scale|Resample|Beat Splice|Hybrid)$/,
      timeSignature: /^(?:[2-57]\/4|[69]\/8|12\/8|other)$/,
      scaleType: /^(?:Major|Minor|Both|Neither)$/,
    },
  },
  {
    namespace: 'http://ns.adobe.com/camera-raw-settings/1.0/',
    part: 2,
    properties: {
      boolean: 'AutoBrightness AutoContrast AutoExposure AutoShadows HasCrop HasSettings',
      integer:
        'BlueHue BlueSaturation Brightness ChromaticAberrationB ChromaticAberrationR ColorNoiseReduction Contrast ' +
        'CropUnits GreenHue GreenSaturation LuminanceSmoothing RedHue RedSaturation Saturation Shadows ShadowTint ' +
        'Sharpness Temperature Tint VignetteAmount VignetteMidpoint',
      real: 'CropTop CropLeft CropBottom CropRight CropAngle CropWidth CropHeight Exposure',
      text: 'CameraProfile RawFileName ToneCurveName Version WhiteBalance',
      'seq tone point': 'ToneCurve',
    },
    choices: {
      WhiteBalance: /^(?:As Shot|Auto|Daylight|Cloudy|Shade|Tungsten|Fluorescent|Flash|Custom)$/,
    },
  },
  {
    namespace: 'http://ns.adobe.com/exif/1.0/aux/',
    part: 2,
    properties: { text: 'Lens SerialNumber' },
  },
]
