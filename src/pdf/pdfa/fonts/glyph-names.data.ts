/** Names of glyphs: tables of the standards, as one text each. */

/** The standard strings of CFF, in order (Adobe Technical Note 5176, appendix A). */
export const CFF_STRINGS =
  '.notdef space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft parenright ' +
  'asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon ' +
  'semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z ' +
  'bracketleft backslash bracketright asciicircum underscore quoteleft a b c d e f g h i j k l m n o p ' +
  'q r s t u v w x y z braceleft bar braceright asciitilde exclamdown cent sterling fraction yen florin ' +
  'section currency quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl endash ' +
  'dagger daggerdbl periodcentered paragraph bullet quotesinglbase quotedblbase quotedblright ' +
  'guillemotright ellipsis perthousand questiondown grave acute circumflex tilde macron breve dotaccent ' +
  'dieresis ring cedilla hungarumlaut ogonek caron emdash AE ordfeminine Lslash Oslash OE ordmasculine ' +
  'ae dotlessi lslash oslash oe germandbls onesuperior logicalnot mu trademark Eth onehalf plusminus ' +
  'Thorn onequarter divide brokenbar degree thorn threequarters twosuperior registered minus eth ' +
  'multiply threesuperior copyright Aacute Acircumflex Adieresis Agrave Aring Atilde Ccedilla Eacute ' +
  'Ecircumflex Edieresis Egrave Iacute Icircumflex Idieresis Igrave Ntilde Oacute Ocircumflex Odieresis ' +
  'Ograve Otilde Scaron Uacute Ucircumflex Udieresis Ugrave Yacute Ydieresis Zcaron aacute acircumflex ' +
  'adieresis agrave aring atilde ccedilla eacute ecircumflex edieresis egrave iacute icircumflex ' +
  'idieresis igrave ntilde oacute ocircumflex odieresis ograve otilde scaron uacute ucircumflex ' +
  'udieresis ugrave yacute ydieresis zcaron exclamsmall Hungarumlautsmall dollaroldstyle dollarsuperior ' +
  'ampersandsmall Acutesmall parenleftsuperior parenrightsuperior twodotenleader onedotenleader ' +
  'zerooldstyle oneoldstyle twooldstyle threeoldstyle fouroldstyle fiveoldstyle sixoldstyle ' +
  'sevenoldstyle eightoldstyle nineoldstyle commasuperior threequartersemdash periodsuperior ' +
  'questionsmall asuperior bsuperior centsuperior dsuperior esuperior isuperior lsuperior msuperior ' +
  'nsuperior osuperior rsuperior ssuperior tsuperior ff ffi ffl parenleftinferior parenrightinferior ' +
  'Circumflexsmall hyphensuperior Gravesmall Asmall Bsmall Csmall Dsmall Esmall Fsmall Gsmall Hsmall ' +
  'Ismall Jsmall Ksmall Lsmall Msmall Nsmall Osmall Psmall Qsmall Rsmall Ssmall Tsmall Usmall Vsmall ' +
  'Wsmall Xsmall Ysmall Zsmall colonmonetary onefitted rupiah Tildesmall exclamdownsmall centoldstyle ' +
  'Lslashsmall Scaronsmall Zcaronsmall Dieresissmall Brevesmall Caronsmall Dotaccentsmall Macronsmall ' +
  'figuredash hypheninferior Ogoneksmall Ringsmall Cedillasmall questiondownsmall oneeighth ' +
  'threeeighths fiveeighths seveneighths onethird twothirds zerosuperior foursuperior fivesuperior ' +
  'sixsuperior sevensuperior eightsuperior ninesuperior zeroinferior oneinferior twoinferior ' +
  'threeinferior fourinferior fiveinferior sixinferior seveninferior eightinferior nineinferior ' +
  'centinferior dollarinferior periodinferior commainferior Agravesmall Aacutesmall Acircumflexsmall ' +
  'Atildesmall Adieresissmall Aringsmall AEsmall Ccedillasmall Egravesmall Eacutesmall Ecircumflexsmall ' +
  'Edieresissmall Igravesmall Iacutesmall Icircumflexsmall Idieresissmall Ethsmall Ntildesmall ' +
  'Ogravesmall Oacutesmall Ocircumflexsmall Otildesmall Odieresissmall OEsmall Oslashsmall Ugravesmall ' +
  'Uacutesmall Ucircumflexsmall Udieresissmall Yacutesmall Thornsmall Ydieresissmall 001.000 001.001 ' +
  '001.002 001.003 Black Bold Book Light Medium Regular Roman Semibold'

/** StandardEncoding: a code before each run of names (ISO 32000-2, D.2). */
export const STANDARD =
  '32 space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft parenright ' +
  'asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon ' +
  'semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z ' +
  'bracketleft backslash bracketright asciicircum underscore quoteleft a b c d e f g h i j k l m n o p ' +
  'q r s t u v w x y z braceleft bar braceright asciitilde 161 exclamdown cent sterling fraction yen ' +
  'florin section currency quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl ' +
  '177 endash dagger daggerdbl periodcentered 182 paragraph bullet quotesinglbase quotedblbase ' +
  'quotedblright guillemotright ellipsis perthousand 191 questiondown 193 grave acute circumflex tilde ' +
  'macron breve dotaccent dieresis 202 ring cedilla 205 hungarumlaut ogonek caron emdash 225 AE 227 ' +
  'ordfeminine 232 Lslash Oslash OE ordmasculine 241 ae 245 dotlessi 248 lslash oslash oe germandbls'

/** WinAnsiEncoding, in the same form. */
export const WIN_ANSI =
  '32 space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright ' +
  'asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon ' +
  'semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z ' +
  'bracketleft backslash bracketright asciicircum underscore grave a b c d e f g h i j k l m n o p q r ' +
  's t u v w x y z braceleft bar braceright asciitilde bullet Euro bullet quotesinglbase florin ' +
  'quotedblbase ellipsis dagger daggerdbl circumflex perthousand Scaron guilsinglleft OE bullet Zcaron ' +
  'bullet bullet quoteleft quoteright quotedblleft quotedblright bullet endash emdash tilde trademark ' +
  'scaron guilsinglright oe bullet zcaron Ydieresis space exclamdown cent sterling currency yen ' +
  'brokenbar section dieresis copyright ordfeminine guillemotleft logicalnot hyphen registered macron ' +
  'degree plusminus twosuperior threesuperior acute mu paragraph periodcentered cedilla onesuperior ' +
  'ordmasculine guillemotright ' +
  'onequarter onehalf threequarters questiondown Agrave Aacute Acircumflex Atilde Adieresis Aring AE ' +
  'Ccedilla Egrave Eacute Ecircumflex Edieresis Igrave Iacute Icircumflex Idieresis Eth Ntilde Ograve ' +
  'Oacute Ocircumflex Otilde Odieresis multiply Oslash Ugrave Uacute Ucircumflex Udieresis Yacute Thorn ' +
  'germandbls agrave aacute acircumflex atilde adieresis aring ae ccedilla egrave eacute ecircumflex ' +
  'edieresis igrave iacute icircumflex idieresis eth ntilde ograve oacute ocircumflex otilde odieresis ' +
  'divide oslash ugrave uacute ucircumflex udieresis yacute thorn ydieresis'

/** MacRomanEncoding, in the same form. */
export const MAC_ROMAN =
  '32 space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright ' +
  'asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon ' +
  'semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z ' +
  'bracketleft backslash bracketright asciicircum underscore grave a b c d e f g h i j k l m n o p q r ' +
  's t u v w x y z braceleft bar braceright asciitilde 128 Adieresis Aring Ccedilla Eacute Ntilde ' +
  'Odieresis Udieresis aacute agrave acircumflex adieresis atilde aring ccedilla eacute egrave ' +
  'ecircumflex edieresis iacute igrave icircumflex idieresis ntilde oacute ograve ocircumflex odieresis ' +
  'otilde uacute ugrave ucircumflex udieresis dagger degree cent sterling section bullet paragraph ' +
  'germandbls registered copyright trademark acute dieresis notequal AE Oslash infinity plusminus ' +
  'lessequal greaterequal yen mu partialdiff summation product pi integral ordfeminine ordmasculine ' +
  'Omega ae oslash questiondown exclamdown logicalnot radical florin approxequal Delta guillemotleft ' +
  'guillemotright ellipsis space Agrave Atilde Otilde OE oe endash emdash quotedblleft quotedblright ' +
  'quoteleft quoteright divide lozenge ydieresis Ydieresis fraction currency guilsinglleft ' +
  'guilsinglright fi fl daggerdbl periodcentered quotesinglbase quotedblbase perthousand Acircumflex ' +
  'Ecircumflex Aacute Edieresis Egrave Iacute Icircumflex Idieresis Igrave Oacute Ocircumflex apple ' +
  'Ograve Uacute Ucircumflex Ugrave dotlessi circumflex tilde macron breve dotaccent ring cedilla ' +
  'hungarumlaut ogonek caron'

/** MacExpertEncoding, in the same form (ISO 32000-2, D.5). */
export const MAC_EXPERT =
  '32 space exclamsmall Hungarumlautsmall centoldstyle dollaroldstyle dollarsuperior ampersandsmall ' +
  'Acutesmall parenleftsuperior parenrightsuperior twodotenleader onedotenleader comma hyphen period ' +
  'fraction zerooldstyle oneoldstyle twooldstyle threeoldstyle fouroldstyle fiveoldstyle sixoldstyle ' +
  'sevenoldstyle eightoldstyle nineoldstyle colon semicolon 61 threequartersemdash 63 questionsmall 68 ' +
  'Ethsmall 71 onequarter onehalf threequarters oneeighth threeeighths fiveeighths seveneighths onethird ' +
  'twothirds 86 ff fi fl ffi ffl parenleftinferior 93 parenrightinferior Circumflexsmall hypheninferior ' +
  'Gravesmall Asmall Bsmall Csmall Dsmall Esmall Fsmall Gsmall Hsmall Ismall Jsmall Ksmall Lsmall Msmall ' +
  'Nsmall Osmall Psmall Qsmall Rsmall Ssmall Tsmall Usmall Vsmall Wsmall Xsmall Ysmall Zsmall colonmonetary ' +
  'onefitted rupiah Tildesmall 129 asuperior centsuperior 135 Aacutesmall Agravesmall Acircumflexsmall ' +
  'Adieresissmall Atildesmall Aringsmall Ccedillasmall Eacutesmall Egravesmall Ecircumflexsmall ' +
  'Edieresissmall Iacutesmall Igravesmall Icircumflexsmall Idieresissmall Ntildesmall Oacutesmall ' +
  'Ogravesmall Ocircumflexsmall Odieresissmall Otildesmall Uacutesmall Ugravesmall Ucircumflexsmall ' +
  'Udieresissmall 161 eightsuperior fourinferior threeinferior sixinferior eightinferior seveninferior ' +
  'Scaronsmall 169 centinferior twoinferior 172 Dieresissmall 174 Caronsmall osuperior fiveinferior 178 ' +
  'commainferior periodinferior Yacutesmall 182 dollarinferior 185 Thornsmall 187 nineinferior zeroinferior ' +
  'Zcaronsmall AEsmall Oslashsmall questiondownsmall oneinferior Lslashsmall 201 Cedillasmall 207 OEsmall ' +
  'figuredash hyphensuperior 214 exclamdownsmall 216 Ydieresissmall 218 onesuperior twosuperior ' +
  'threesuperior foursuperior fivesuperior sixsuperior sevensuperior ninesuperior zerosuperior 228 ' +
  'esuperior rsuperior tsuperior 233 isuperior ssuperior dsuperior 241 lsuperior Ogoneksmall Brevesmall ' +
  'Macronsmall bsuperior nsuperior msuperior commasuperior periodsuperior Dotaccentsmall Ringsmall'

/** The character of each name of these encodings, hexadecimal (Adobe Glyph List). */
export const UNICODE =
  'A 0041 AE 00C6 Aacute 00C1 Acircumflex 00C2 Adieresis 00C4 Agrave 00C0 Aring 00C5 Atilde 00C3 B 0042 ' +
  'C 0043 Ccedilla 00C7 D 0044 Delta 2206 E 0045 Eacute 00C9 Ecircumflex 00CA Edieresis 00CB Egrave ' +
  '00C8 Eth 00D0 Euro 20AC F 0046 G 0047 H 0048 I 0049 Iacute 00CD Icircumflex 00CE Idieresis 00CF ' +
  'Igrave 00CC J 004A K 004B L 004C Lslash 0141 M 004D N 004E Ntilde 00D1 O 004F OE 0152 Oacute 00D3 ' +
  'Ocircumflex 00D4 Odieresis 00D6 Ograve 00D2 Omega 2126 Oslash 00D8 Otilde 00D5 P 0050 Q 0051 R 0052 ' +
  'S 0053 Scaron 0160 T 0054 Thorn 00DE U 0055 Uacute 00DA Ucircumflex 00DB Udieresis 00DC Ugrave 00D9 ' +
  'V 0056 W 0057 X 0058 Y 0059 Yacute 00DD Ydieresis 0178 Z 005A Zcaron 017D a 0061 aacute 00E1 ' +
  'acircumflex 00E2 acute 00B4 adieresis 00E4 ae 00E6 agrave 00E0 ampersand 0026 approxequal 2248 aring ' +
  '00E5 asciicircum 005E asciitilde 007E asterisk 002A at 0040 atilde 00E3 b 0062 backslash 005C bar ' +
  '007C braceleft 007B braceright 007D bracketleft 005B bracketright 005D breve 02D8 brokenbar 00A6 ' +
  'bullet 2022 c 0063 caron 02C7 ccedilla 00E7 cedilla 00B8 cent 00A2 circumflex 02C6 colon 003A comma ' +
  '002C copyright 00A9 currency 00A4 d 0064 dagger 2020 daggerdbl 2021 degree 00B0 dieresis 00A8 divide ' +
  '00F7 dollar 0024 dotaccent 02D9 dotlessi 0131 e 0065 eacute 00E9 ecircumflex 00EA edieresis 00EB ' +
  'egrave 00E8 eight 0038 ellipsis 2026 emdash 2014 endash 2013 equal 003D eth 00F0 exclam 0021 ' +
  'exclamdown 00A1 f 0066 fi FB01 five 0035 fl FB02 florin 0192 four 0034 fraction 2044 g 0067 germandbls 00DF grave ' +
  '0060 greater 003E greaterequal 2265 guillemotleft 00AB guillemotright 00BB guilsinglleft 2039 ' +
  'guilsinglright 203A h 0068 hungarumlaut 02DD hyphen 002D i 0069 iacute 00ED icircumflex 00EE ' +
  'idieresis 00EF igrave 00EC infinity 221E integral 222B j 006A k 006B l 006C less 003C lessequal 2264 ' +
  'logicalnot 00AC lozenge 25CA lslash 0142 m 006D macron 00AF minus 2212 mu 00B5 multiply 00D7 n 006E ' +
  'nine 0039 notequal 2260 ntilde 00F1 numbersign 0023 o 006F oacute 00F3 ocircumflex 00F4 odieresis ' +
  '00F6 oe 0153 ogonek 02DB ograve 00F2 one 0031 onehalf 00BD onequarter 00BC onesuperior 00B9 ordfeminine 00AA ' +
  'ordmasculine 00BA oslash 00F8 otilde 00F5 p 0070 paragraph 00B6 parenleft 0028 parenright 0029 ' +
  'partialdiff 2202 percent 0025 period 002E periodcentered 00B7 perthousand 2030 pi 03C0 plus 002B ' +
  'plusminus 00B1 product 220F q 0071 question 003F questiondown 00BF quotedbl 0022 quotedblbase 201E ' +
  'quotedblleft 201C quotedblright 201D quoteleft 2018 quoteright 2019 quotesinglbase 201A quotesingle ' +
  '0027 r 0072 radical 221A registered 00AE ring 02DA s 0073 scaron 0161 section 00A7 semicolon 003B ' +
  'seven 0037 six 0036 slash 002F space 0020 sterling 00A3 summation 2211 t 0074 thorn 00FE three 0033 ' +
  'threequarters 00BE threesuperior 00B3 tilde 02DC trademark 2122 two 0032 twosuperior 00B2 u 0075 uacute 00FA ucircumflex 00FB udieresis ' +
  '00FC ugrave 00F9 underscore 005F v 0076 w 0077 x 0078 y 0079 yacute 00FD ydieresis 00FF yen 00A5 z ' +
  '007A zcaron 017E zero 0030'

/** The encoding of the font Symbol (ISO 32000-1 annex D.5). */
export const SYMBOL =
  '32 space exclam universal numbersign existential percent ampersand suchthat parenleft parenright ' +
  'asteriskmath plus comma minus period slash zero one two three four five six seven eight nine colon ' +
  'semicolon less equal greater question congruent Alpha Beta Chi Delta Epsilon Phi Gamma Eta Iota ' +
  'theta1 Kappa Lambda Mu Nu Omicron Pi Theta Rho Sigma Tau Upsilon sigma1 Omega Xi Psi Zeta ' +
  'bracketleft therefore bracketright perpendicular underscore radicalex alpha beta chi delta epsilon ' +
  'phi gamma eta iota phi1 kappa lambda mu nu omicron pi theta rho sigma tau upsilon omega1 omega xi ' +
  'psi zeta braceleft bar braceright similar 160 Euro Upsilon1 minute lessequal fraction infinity ' +
  'florin club diamond heart spade arrowboth arrowleft arrowup arrowright arrowdown degree plusminus ' +
  'second greaterequal multiply proportional partialdiff bullet divide notequal equivalence approxequal ' +
  'ellipsis arrowvertex arrowhorizex carriagereturn aleph Ifraktur Rfraktur weierstrass circlemultiply ' +
  'circleplus emptyset intersection union propersuperset reflexsuperset notsubset propersubset ' +
  'reflexsubset element notelement angle gradient registerserif copyrightserif trademarkserif product ' +
  'radical dotmath logicalnot logicaland logicalor arrowdblboth arrowdblleft arrowdblup arrowdblright ' +
  'arrowdbldown lozenge angleleft registersans copyrightsans trademarksans summation parenlefttp ' +
  'parenleftex parenleftbt bracketlefttp bracketleftex bracketleftbt bracelefttp braceleftmid ' +
  'braceleftbt braceex 241 angleright integral integraltp integralex integralbt parenrighttp ' +
  'parenrightex parenrightbt bracketrighttp bracketrightex bracketrightbt bracerighttp bracerightmid ' +
  'bracerightbt'

/** The encoding of the font ZapfDingbats (ISO 32000-1 annex D.6). */
export const DINGBATS =
  '32 space a1 a2 a202 a3 a4 a5 a119 a118 a117 a11 a12 a13 a14 a15 a16 a105 a17 a18 a19 a20 a21 a22 a23 ' +
  'a24 a25 a26 a27 a28 a6 a7 a8 a9 a10 a29 a30 a31 a32 a33 a34 a35 a36 a37 a38 a39 a40 a41 a42 a43 a44 ' +
  'a45 a46 a47 a48 a49 a50 a51 a52 a53 a54 a55 a56 a57 a58 a59 a60 a61 a62 a63 a64 a65 a66 a67 a68 a69 ' +
  'a70 a71 a72 a73 a74 a203 a75 a204 a76 a77 a78 a79 a81 a82 a83 a84 a97 a98 a99 a100 161 a101 a102 ' +
  'a103 a104 a106 a107 a108 a112 a111 a110 a109 a120 a121 a122 a123 a124 a125 a126 a127 a128 a129 a130 ' +
  'a131 a132 a133 a134 a135 a136 a137 a138 a139 a140 a141 a142 a143 a144 a145 a146 a147 a148 a149 a150 ' +
  'a151 a152 a153 a154 a155 a156 a157 a158 a159 a160 a161 a163 a164 a196 a165 a192 a166 a167 a168 a169 ' +
  'a170 a171 a172 a173 a162 a174 a175 a176 a177 a178 a179 a193 a180 a199 a181 a200 a182 241 a201 a183 ' +
  'a184 a197 a185 a194 a198 a186 a195 a187 a188 a189 a190 a191'

/** The glyphs that TrueType programs name by number, in order (OpenType 1.9, "post"). */
export const MAC_GLYPHS =
  '.notdef .null nonmarkingreturn space exclam quotedbl numbersign dollar percent ampersand quotesingle ' +
  'parenleft parenright asterisk plus comma hyphen period slash zero one two three four five six seven ' +
  'eight nine colon semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U ' +
  'V W X Y Z bracketleft backslash bracketright asciicircum underscore grave a b c d e f g h i j k l m ' +
  'n o p q r s t u v w x y z braceleft bar braceright asciitilde Adieresis Aring Ccedilla Eacute Ntilde ' +
  'Odieresis Udieresis aacute agrave acircumflex adieresis atilde aring ccedilla eacute egrave ' +
  'ecircumflex edieresis iacute igrave icircumflex idieresis ntilde oacute ograve ocircumflex odieresis ' +
  'otilde uacute ugrave ucircumflex udieresis dagger degree cent sterling section bullet paragraph ' +
  'germandbls registered copyright trademark acute dieresis notequal AE Oslash infinity plusminus ' +
  'lessequal greaterequal yen mu partialdiff summation product pi integral ordfeminine ordmasculine ' +
  'Omega ae oslash questiondown exclamdown logicalnot radical florin approxequal Delta guillemotleft ' +
  'guillemotright ellipsis nonbreakingspace Agrave Atilde Otilde OE oe endash emdash quotedblleft ' +
  'quotedblright quoteleft quoteright divide lozenge ydieresis Ydieresis fraction currency ' +
  'guilsinglleft guilsinglright fi fl daggerdbl periodcentered quotesinglbase quotedblbase perthousand ' +
  'Acircumflex Ecircumflex Aacute Edieresis Egrave Iacute Icircumflex Idieresis Igrave Oacute ' +
  'Ocircumflex apple Ograve Uacute Ucircumflex Ugrave dotlessi circumflex tilde macron breve dotaccent ' +
  'ring cedilla hungarumlaut ogonek caron Lslash lslash Scaron scaron Zcaron zcaron brokenbar Eth eth ' +
  'Yacute yacute Thorn thorn minus multiply onesuperior twosuperior threesuperior onehalf onequarter ' +
  'threequarters franc Gbreve gbreve Idotaccent Scedilla scedilla Cacute cacute Ccaron ccaron dcroat'
