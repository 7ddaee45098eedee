#if NATS
    import Foundation

    /// Keys and tokens for tests alone. The seeds are hashes of the texts "millrace test user", "millrace test account"
    /// and so on, so they protect nothing; the tokens are signed with them and never expire.
    enum Keys {
        static let user = "UDYGWJSGPIJOGPRLYQGTCI6IM2FDQYVITLCKAIT2RE3V3EITOQTLP6WT"
        static let userSeed = "SUAPEZKFPAI43YFVJAX5FL3WZSMMAVZ4HJ75CUCD4EGWGJZUWLOLDIVZQE"
        /// A user whom no server knows.
        static let stranger = "UCEXZIWEHSCLDWBEOYILYL6CPK742OJ4TT7NKLUES4XC6RHZT6FHDESL"
        static let strangerSeed = "SUAAUKPS5DNUCI5VRNYNLONCNZ63MG7Q2EE4GVKHD4EW3QEQVM7SSIDO3U"
        static let account = "AAC2GGCAHJGP6AUNEUJLB6I6K5SQVLI4FZZG6FNK3GJNALGCOB5476UA"

        /// Signed by the operator.
        static let operatorToken = """
            eyJ0eXAiOiJKV1QiLCJhbGciOiJlZDI1NTE5LW5rZXkifQ.eyJqdGkiOiJGQU5YUlQ2RkFJVTNVR0xGT01YR09DNFlITU1RM1JUU\
            zdTRkVHQk40Slc2S1VFS05VSVJBIiwiaWF0IjoxLCJpc3MiOiJPQ1lCNFFQRDJPMkRGVUQ1N0s0VzQzNFdZTTJUS1AyRVpSRjVTS\
            kZITVJITEFTNkFCNFoyQkpFQSIsIm5hbWUiOiJ0ZXN0IiwibmF0cyI6eyJ0eXBlIjoib3BlcmF0b3IiLCJ2ZXJzaW9uIjoyfSwic\
            3ViIjoiT0NZQjRRUEQyTzJERlVENTdLNFc0MzRXWU0yVEtQMkVaUkY1U0pGSE1SSExBUzZBQjRaMkJKRUEifQ.GZUq-cDkqTYWMI\
            HHnRQr-BmO2-_MRKKi7ynt6EaoSssgCnnJ3G_tZnFdgHurdmZJoMRq8hNGDsk3SCh66hHbDQ
            """

        /// Signed by the operator.
        static let accountToken = """
            eyJ0eXAiOiJKV1QiLCJhbGciOiJlZDI1NTE5LW5rZXkifQ.eyJqdGkiOiJOTUFSV1ROQlBNVlBBRzRaUEYzTkNVTjUzVlNVQkxZR\
            TRHQVNNUVdSRVBIWUJOWlQ3Q0RRIiwiaWF0IjoxLCJpc3MiOiJPQ1lCNFFQRDJPMkRGVUQ1N0s0VzQzNFdZTTJUS1AyRVpSRjVTS\
            kZITVJITEFTNkFCNFoyQkpFQSIsIm5hbWUiOiJ0ZXN0IiwibmF0cyI6eyJsaW1pdHMiOnsic3VicyI6LTEsImNvbm4iOi0xLCJsZ\
            WFmIjotMSwiaW1wb3J0cyI6LTEsImV4cG9ydHMiOi0xLCJkYXRhIjotMSwicGF5bG9hZCI6LTEsIndpbGRjYXJkcyI6dHJ1ZX0sI\
            mRlZmF1bHRfcGVybWlzc2lvbnMiOnsicHViIjp7fSwic3ViIjp7fX0sInR5cGUiOiJhY2NvdW50IiwidmVyc2lvbiI6Mn0sInN1Y\
            iI6IkFBQzJHR0NBSEpHUDZBVU5FVUpMQjZJNks1U1FWTEk0RlpaRzZGTkszR0pOQUxHQ09CNTQ3NlVBIn0.YByYVJPcpBGxYbjo0\
            w29aBayep_CoeMMdXO2XIWOG6uyQ8IhAj2zJUKD6pEAXFq9eblzHVlIheBcnHQEKSOoDA
            """

        /// Signed by the account.
        static let userToken = """
            eyJ0eXAiOiJKV1QiLCJhbGciOiJlZDI1NTE5LW5rZXkifQ.eyJqdGkiOiJCR09VWlZNNEszRllKNFBSRk9XWjVUWlI3WUI0N1pHT\
            lFaR0FUV1dOR003WERSTjJaWTNRIiwiaWF0IjoxLCJpc3MiOiJBQUMyR0dDQUhKR1A2QVVORVVKTEI2STZLNVNRVkxJNEZaWkc2R\
            k5LM0dKTkFMR0NPQjU0NzZVQSIsIm5hbWUiOiJ0ZXN0IiwibmF0cyI6eyJwdWIiOnt9LCJzdWIiOnt9LCJzdWJzIjotMSwiZGF0Y\
            SI6LTEsInBheWxvYWQiOi0xLCJ0eXBlIjoidXNlciIsInZlcnNpb24iOjJ9LCJzdWIiOiJVRFlHV0pTR1BJSk9HUFJMWVFHVENJN\
            klNMkZEUVlWSVRMQ0tBSVQyUkUzVjNFSVRPUVRMUDZXVCJ9.nhYjcTSHRHTbAHjLdOv8GiSZz4BR-57dOwSRjIggk5GSE7kvG7By\
            ZF1KyOd6C4S5zdlfrZ8XxoxWb3QNH0IFDw
            """

        /// What a server needs that trusts the operator.
        static let operatorConfiguration = """
            operator: \(operatorToken)
            resolver: MEMORY
            resolver_preload: { \(account): \(accountToken) }
            """

        /// A credentials file, as NATS' own tools write it.
        static func credentials(token: String = userToken, seed: String = userSeed) -> String {
            """
            -----BEGIN NATS USER JWT-----
            \(token)
            ------END NATS USER JWT------

            -----BEGIN USER NKEY SEED-----
            \(seed)
            ------END USER NKEY SEED------
            """
        }
    }
#endif
