"""The boards as rows of terrain letters (`data.LETTERS`, a point for river), and their ids on the recording site."""

from __future__ import annotations

MAPS: dict[str, tuple[str, str]] = {
    # name: (letter of the first row, rows)
    "original": (
        "A",
        "USGBYRUKRGBRK Y..UK..YK..Y ..K.S.G.G.S.. GBY..RB.R.RU KURBKUSY..GKB SG..YG...USU ...S.R.G.YKBY "
        "YBU...BK.SUS RKSBRGYUS.BGR",
    ),
    "revised_base": (
        "A",
        "USGBURUKRBGRK Y..YK..YG..Y ..K.S.G.K.R.. GBY..RB.R.SU KURBYUGY..GKR SG..KS...USY ...S.R.G.YKBU "
        "YBU...BK.SUR BKSBRGYUS.BGS",
    ),
    "fire_ice": (
        "B",
        "U.UKY.SGRBYB RY.BSR...YUKS GK...UGY.... YSGYK.BRU.GBG ..U..RKGS.UK GR..G...UB.SR S.YSBRG.RS.K "
        "KB.KUSB.YK.RB SG.RYKY.BU.U",
    ),
    "loon_lakes": (
        "B",
        "SBRUYBYR..GB YKG..KU.GS.UK U..GRS.KBR.Y BRS.YUG..Y.KR GY.KB..R.SGU S.US.Y.S.UKBR R...RGUKY..S "
        "YBK.BSB..SG.B KU.G...GRUYK",
    ),
    "fjords": (
        "A",
        "GK.UYSKSYRKBY BU.BGR.....U SGR..U.KSUY.S ...S..GRBGR. RSY.BR.UYSU.K KU.GYG.SBG.S YB.KSKB.UK.GR "
        "G.URUYR...RB K..GBSB.GYKUY",
    ),
    # one source only and no checksum: see RULES.md
    "archipelago": (
        "A",
        "KBRGBU.RUK.BG GSKRSY..G.KS YKYUBG.B....B .SR...UY.RY. B.G.R..RG.UKU R..SK....SG. SUGBYB.SK...B "
        "KSYRSG.U.YKR BYGUKU.YS.RUY",
    ),
}

SITE_IDS = {
    "126fe960806d587c78546b30f1a90853b1ada468": "original",
    "be8f6ebf549404d015547152d5f2a1906ae8dd90": "revised_base",
    "95a66999127893f5925a5f591d54f8bcb9a670e6": "fire_ice",
    "fdb13a13cd48b7a3c3525f27e4628ff6905aa5b1": "loon_lakes",
    "2afadc63f4d81e850b7c16fb21a1dcd29658c392": "fjords",
    "91645cdb135773c2a7a50e5ca9cb18af54c664c4": "original",
}
SITE_ID_2017 = "91645cdb135773c2a7a50e5ca9cb18af54c664c4"
"""The original map with the starting points of 2017."""
